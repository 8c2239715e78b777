// Lamb's problem against Boussinesq, its Laplace transform as a Hankel integral, and its own derivative.
// The Hankel integral is the same problem solved in the wavenumber domain, without Cagniard's method.
#include "reference/lamb.hpp"

#include <cmath>
#include <math.h>
#include <numbers>

#include <gtest/gtest.h>

#include "reference/integrate.hpp"
#include "reference/interface_waves.hpp"
#include "unit/reference/pulses.hpp"

namespace unda::reference::lamb_test {
namespace {

using namespace testing;

const Medium rock{std::sqrt(3.0) * 2000, 2000, 2500};
const double mu = rock.rho * rock.vs * rock.vs, r = 1000, force = 1e9;

TEST(Lamb, StepResponseStartsAtPIsContinuousAtSAndEndsAtBoussinesq) {
  const double tau_p = 1 / std::sqrt(3.0);
  EXPECT_EQ(lamb_step_response(tau_p - 1e-9), 0);
  EXPECT_NEAR(lamb_step_response(tau_p + 1e-9), 0, 1e-7);
  EXPECT_NEAR(lamb_step_response(1 - 1e-10), lamb_step_response(1 + 1e-10), 1e-8);
  const double nu = 0.25;
  EXPECT_NEAR(lamb_step_response(1.2), (1 - nu) / (2 * std::numbers::pi), 1e-15);
}

TEST(Lamb, SingularityIsAtTheRayleighArrival) {
  const double tau_r = rayleigh_slowness(rock) * rock.vs;
  EXPECT_NEAR(tau_r, std::sqrt((3 + std::sqrt(3.0)) / 4), 1e-13);
  EXPECT_LT(lamb_step_response(tau_r * (1 - 1e-12)), -1e4);
}

/// Laplace transform at p of the step response, from the stress conditions at the surface in the wavenumber
/// domain: (1/(2 pi mu p)) int_0^inf k kb^2 na/R J0(k r) dk, R = (2k^2 + kb^2)^2 - 4 k^2 na nb, n = sqrt(k^2
/// + p^2/v^2). The limit of the kernel at large k, 1 - nu, is split off: its integral is (1 - nu)/r.
double laplace_of_step(double p) {
  const double kb2 = p * p / (rock.vs * rock.vs), ka2 = p * p / (rock.vp * rock.vp), limit = 0.75;
  const auto kernel = [&](double k) {
    const double na = std::sqrt(k * k + ka2), nb = std::sqrt(k * k + kb2);
    // R as a difference of squares over a sum, expanded: no cancellation at large k.
    const double x = k * k, difference = 16 * x * x * x * (kb2 - ka2) + x * x * kb2 * (24 * kb2 - 16 * ka2) +
                                         8 * x * kb2 * kb2 * kb2 + kb2 * kb2 * kb2 * kb2;
    const double rayleigh = difference / (std::pow(2 * x + kb2, 2) + 4 * x * na * nb);
    return (k * kb2 * na / rayleigh - limit) * ::j0(k * r);
  };
  const double cut = 2000 / r;
  double sum = limit / r;
  for (int i = 0; i < 400; ++i) sum += integrate(kernel, cut * i / 400, cut * (i + 1) / 400, 1e-9);
  return sum / (2 * std::numbers::pi * mu * p);
}

TEST(Lamb, LaplaceTransformMatchesTheHankelIntegral) {
  for (double p : {0.5, 1.0, 3.0}) {
    // u(0) = int s'(-w) U(w) dw with s' = exp(p t): the Laplace transform, through the convolution that is
    // used.
    const Pulse growing{[p](double t) { return std::exp(p * t) / p; }, [p](double t) { return std::exp(p * t); },
                        -40 / p, 0};
    const double expected = laplace_of_step(p);
    EXPECT_NEAR(lamb_displacement(rock, 1, growing, r, 0), expected, 1e-7 * std::abs(expected)) << "p = " << p;
  }
}

TEST(Lamb, DisplacementByPlainQuadrature) {
  const Pulse pulse = gaussian_pulse(0.05, 0.4);
  const double unit = r / rock.vs, tau_r = std::sqrt((3 + std::sqrt(3.0)) / 4);
  for (double t : {0.7, 0.9, 0.95, 1.0, 1.2}) {
    const auto integrand = [&](double tau) { return pulse.s_rate(t - unit * tau) * lamb_step_response(tau); };
    // tau = tau_r -+ y^2 on both sides of the singularity.
    const double before =
        integrate([&](double y) { return 2 * y * integrand(tau_r - y * y); }, 1e-9, std::sqrt(tau_r - 0.5),
                  {std::sqrt(tau_r - 1), std::sqrt(tau_r - 1 / std::sqrt(3.0))});
    const double after = integrate(integrand, tau_r, 4.0);
    const double expected = force / (mu * r) * unit * (before + after);
    EXPECT_NEAR(lamb_displacement(rock, force, pulse, r, t), expected, 1e-7 * std::abs(expected)) << "t = " << t;
  }
}

TEST(Lamb, VelocityIsTheDerivativeOfDisplacement) {
  const Pulse pulse = gaussian_pulse(0.03, 0.3), derived = gaussian_pulse(0.03, 0.3, 1);
  double largest = 0;
  for (double t = 0.5; t < 1.2; t += 0.01) {
    const double v = lamb_velocity(rock, force, pulse, r, t);
    largest = std::max(largest, std::abs(v));
    EXPECT_NEAR(v, lamb_displacement(rock, force, derived, r, t), 1e-9 * largest + 1e-15) << "t = " << t;
    const auto u = [&](double at) { return lamb_displacement(rock, force, pulse, r, at); };
    EXPECT_NEAR(v, first_difference(u, t, 5e-4), 1e-6 * largest + 1e-12) << "t = " << t;
  }
  EXPECT_GT(largest, 0);
}

TEST(Lamb, StepLeavesBoussinesqsDisplacement) {
  const Pulse step = gaussian_pulse(0.05, 0.5, -1);
  EXPECT_NEAR(lamb_displacement(rock, force, step, r, 3), 3 * force / (8 * std::numbers::pi * mu * r), 1e-15);
  EXPECT_EQ(lamb_displacement(rock, force, step, r, 0.2), 0);
}

TEST(Lamb, OtherPoissonRatiosAreRefused) {
  EXPECT_ANY_THROW(lamb_displacement({4000, 2000, 2500}, 1, ricker_pulse(1, 1), r, 1));
}

}  // namespace
}  // namespace unda::reference::lamb_test
