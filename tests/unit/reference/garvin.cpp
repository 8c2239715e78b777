// Garvin's problem against the wavenumber integral of its Laplace transform, its static limit and its own
// The wavenumber integral is the same problem solved without Cagniard's method.
// derivative.
#include "reference/garvin.hpp"

#include <cmath>
#include <complex>

#include <gtest/gtest.h>

#include "reference/fluid_explosion.hpp"
#include "reference/integrate.hpp"
#include "unit/reference/pulses.hpp"

namespace unda::reference::garvin_test {
namespace {

using namespace testing;

const Medium rock{4000, 2309, 2600};
const double moment = 1e12;

/// Laplace transform at p of the step response: the P wave of the line source, (1/2 pi) int exp(ikx - na
/// |z|)/(2 na) dk, and its P and S reflections that free the surface of stress.
///   u_x = (M0/(rho vp^2 p)) (1/2 pi) int_0^inf 4 k kb^2 nb exp(-na h) sin(kx)/R dk
///   u_z = (M0/(rho vp^2 p)) (1/2 pi) int_0^inf 2 (2 k^2 + kb^2) kb^2 exp(-na h) cos(kx)/R dk
Vector laplace_of_step(double depth, double x, double p) {
  const double kb2 = p * p / (rock.vs * rock.vs), ka2 = p * p / (rock.vp * rock.vp);
  const auto kernel = [&](double k) {
    const double na = std::sqrt(k * k + ka2), nb = std::sqrt(k * k + kb2), bend = 2 * k * k + kb2;
    const double factor = kb2 * std::exp(-na * depth) / (bend * bend - 4 * k * k * na * nb);
    return std::complex<double>(4 * k * nb * std::sin(k * x), 2 * bend * std::cos(k * x)) * factor;
  };
  std::complex<double> sum = 0;
  const double cut = 40 / depth;
  for (int i = 0; i < 20; ++i) sum += integrate(kernel, cut * i / 20, cut * (i + 1) / 20);
  sum *= moment / (rock.rho * rock.vp * rock.vp * p) / (2 * std::numbers::pi);
  return {sum.real(), 0, sum.imag()};
}

TEST(Garvin, LaplaceTransformMatchesTheWavenumberIntegral) {
  for (double depth : {50.0, 300.0, 1000.0})
    for (double x : {0.0, 120.0, -900.0})
      for (double p : {1.5, 6.0}) {
        const Pulse growing{[p](double t) { return std::exp(p * t); }, [p](double t) { return p * std::exp(p * t); },
                            -40 / p, 0};
        const Vector expected = laplace_of_step(depth, x, p);
        const Vector u = garvin_displacement(rock, moment, growing, depth, x, 0);
        EXPECT_LT(norm(u - expected), 1e-8 * norm(expected)) << depth << " " << x << " " << p;
      }
}

TEST(Garvin, ShallowSourceKeepsItsRayleighPeak) {
  for (double depth : {1.0, 10.0}) {
    const double x = 1000, p = 6;
    const Pulse growing{[p](double t) { return std::exp(p * t); }, [p](double t) { return p * std::exp(p * t); },
                        -40 / p, 0};
    const Vector u = garvin_displacement(rock, moment, growing, depth, x, 0);
    const Vector expected = laplace_of_step(depth, x, p);
    EXPECT_LT(norm(u - expected), 1e-6 * norm(expected)) << depth;
  }
}

TEST(Garvin, VelocityIsTheDerivativeOfDisplacement) {
  const Pulse pulse = ricker_pulse(8, 0.2);
  double largest = 0;
  for (double t = 0.05; t < 0.9; t += 0.01) {
    const Vector v = garvin_velocity(rock, moment, pulse, 200, 600, t);
    const auto u = [&](double at) { return garvin_displacement(rock, moment, pulse, 200, 600, at); };
    largest = std::max(largest, norm(v));
    EXPECT_LT(norm(v - first_difference(u, t, 4e-4)), 1e-5 * largest + 1e-15) << "t = " << t;
  }
  EXPECT_GT(largest, 0);
}

TEST(Garvin, LateDisplacementIsFourTimesOneMinusNuOfTheFullSpaces) {
  const Pulse pulse = gaussian_pulse(0.02, 0.2);
  const double a2 = std::pow(rock.vs / rock.vp, 2), nu = (1 - 2 * a2) / (2 - 2 * a2);
  const double depth = 200, x = 150, r2 = x * x + depth * depth;
  const double factor = 4 * (1 - nu) * moment / (2 * std::numbers::pi * rock.rho * rock.vp * rock.vp * r2);
  const Vector u = garvin_displacement(rock, moment, pulse, depth, x, 200);
  EXPECT_NEAR(u[0], factor * x, 1e-5 * factor * x);
  EXPECT_NEAR(u[2], factor * depth, 1e-5 * factor * depth);
}

TEST(Garvin, FirstMotionAboveTheSourceIsDoubled) {
  // At normal incidence the free surface doubles the full space's motion, before S arrives.
  const Pulse pulse = ricker_pulse(100, 0.03);
  const double depth = 2000, t = depth / rock.vp + 0.03;
  const Vector v = garvin_velocity(rock, moment, pulse, depth, 0, t);
  const Vector full = explosion_velocity(2, rock, moment, pulse, {0, 0, depth}, t);
  EXPECT_NEAR(v[2], 2 * full[2], 0.02 * std::abs(v[2]));
  EXPECT_NEAR(v[0], 0, 1e-12 * std::abs(v[2]));
}

TEST(Garvin, IsSymmetricAndCausal) {
  const Pulse pulse = ricker_pulse(8, 0.3);
  const Vector right = garvin_velocity(rock, moment, pulse, 200, 600, 0.5);
  const Vector left = garvin_velocity(rock, moment, pulse, 200, -600, 0.5);
  EXPECT_DOUBLE_EQ(right[0], -left[0]);
  EXPECT_DOUBLE_EQ(right[2], left[2]);
  EXPECT_EQ(garvin_velocity(rock, moment, pulse, 200, 600, 0.15), (Vector{0, 0, 0}));
  EXPECT_ANY_THROW(garvin_velocity(rock, moment, pulse, 0, 600, 1));
}

}  // namespace
}  // namespace unda::reference::garvin_test
