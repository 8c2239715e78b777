// The correction removes the time error of leapfrog: an oscillator driven by a pulse gives the exact answer.
#include "numerics/time_dispersion.hpp"

#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include "numerics/time_error.hpp"

namespace unda::numerics::time_dispersion_test {
namespace {

using std::numbers::pi;

double pulse(double t) {
  const double x = (t - 1.2) / 0.15;
  return std::exp(-x * x / 2);
}

// dp/dt = -w v + s, dv/dt = w p: p(t) = int s(u) cos(w (t - u)) du.
double exact(double w, double t) {
  double sum = 0;
  constexpr int n = 4000;
  for (int i = 0; i < n; ++i) {
    const double u = t * (i + 0.5) / n;
    sum += pulse(u) * std::cos(w * (t - u));
  }
  return sum * t / n;
}

struct Driven {
  double dt = 0.05, w = 6.0;
  std::vector<double> p{0}, v{0};  // p_k at k dt, v_k at (k - 1/2) dt
  void run(const std::vector<double>& s) {
    for (const double s_k : s) {
      v.push_back(v.back() + dt * w * p.back());
      p.push_back(p.back() - dt * w * v.back() + dt * s_k);
    }
  }
};

double weighted(const StepWeights& w, const std::vector<double>& history) {
  double sum = 0;
  for (std::size_t i = 0; i < w.weights.size(); ++i) {
    const long k = w.first + static_cast<long>(i);
    if (k >= 0 && k < static_cast<long>(history.size())) sum += w.weights[i] * history[static_cast<std::size_t>(k)];
  }
  return sum;
}

TEST(TimeDispersion, DrivenOscillatorIsExactAfterManyPeriods) {
  Driven d;
  const Passband band = passband_for(2.8, d.dt, true);
  d.run(corrected_source(pulse, 3.0, d.dt, 0.5, 1400, band));
  for (const double t : {0.5, 1.2, 3.337, 20.01, 49.99}) {
    EXPECT_NEAR(weighted(corrected_weights(t, d.dt, 0.0, band), d.p), exact(d.w, t), 1e-6) << "t = " << t;
  }
}

TEST(TimeDispersion, WithoutItTheErrorIsLarge) {
  Driven d;
  std::vector<double> s;
  for (int k = 0; k < 1400; ++k) s.push_back(pulse((k + 0.5) * d.dt));
  d.run(s);
  EXPECT_GT(std::abs(weighted(lagrange_weights(49.99, d.dt, 0.0), d.p) - exact(d.w, 49.99)), 0.05);
}

TEST(TimeDispersion, HalfStepOffsetIsHonoured) {
  Driven d;
  const Passband band = passband_for(2.8, d.dt, true);
  d.run(corrected_source(pulse, 3.0, d.dt, 0.5, 1000, band));
  // v(t) = int s(u) sin(w (t - u)) du, the exact p a quarter period earlier once the pulse is over
  const double t = 20.3;
  EXPECT_NEAR(weighted(corrected_weights(t, d.dt, -0.5, band), d.v), exact(d.w, t - pi / (2 * d.w)), 1e-6);
}

TEST(TimeDispersion, LagrangeIsExactForPolynomials) {
  std::vector<double> history;
  for (int k = 0; k < 30; ++k) history.push_back(std::pow(k * 0.1, 5));
  for (const double t : {0.02, 0.1, 1.234, 2.4})
    EXPECT_NEAR(weighted(lagrange_weights(t, 0.1, 0.0), history), std::pow(t, 5), 1e-10);
}

/// Ten periods of 30 Hz: a phase of 1e-6 at some 3e5 steps.
TEST(TimeDispersion, CountsUntilStepsAreTiny) {
  EXPECT_TRUE(time_error_matters(30, 1e-3, 333));
  EXPECT_TRUE(time_error_matters(30, 1e-5, 33333));
  EXPECT_FALSE(time_error_matters(30, 1e-7, 3333333));
  EXPECT_FALSE(time_error_matters(0, 1e-3, 333));
}

}  // namespace
}  // namespace unda::numerics::time_dispersion_test
