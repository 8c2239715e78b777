// Measures of ground motion against closed forms: a harmonic, a step, a ramp.
#include "numerics/ground_motion.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace unda::numerics::ground_motion_test {

using std::numbers::pi;

std::vector<double> harmonic(double amplitude, double frequency, double dt, std::size_t n) {
  std::vector<double> a(n);
  for (std::size_t i = 0; i < n; ++i) a[i] = amplitude * std::sin(2 * pi * frequency * dt * static_cast<double>(i));
  return a;
}

/// A constant acceleration from t = 0 on: x = -a/w^2 (1 - e^{-hwt} (cos wd t + h/sqrt(1 - h^2) sin wd t)), to rounding.
TEST(Oscillator, OfAStep) {
  const double dt = 0.013, period = 0.4, h = 0.05, w = 2 * pi / period, wd = w * std::sqrt(1 - h * h);
  const std::vector<double> x = Oscillator(period, h, dt).response(std::vector<double>(300, 2.0));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double t = dt * static_cast<double>(i);
    const double exact =
        -2 / (w * w) * (1 - std::exp(-h * w * t) * (std::cos(wd * t) + h / std::sqrt(1 - h * h) * std::sin(wd * t)));
    EXPECT_NEAR(x[i], exact, 1e-14);
  }
}

/// A ramp r t, steps longer than the period: exact all the same. Without damping x = -r/w^2 (t - sin(w t)/w).
TEST(Oscillator, OfARampInCoarseSteps) {
  const double dt = 0.3, period = 0.25, w = 2 * pi / period;
  std::vector<double> ramp(40);
  for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = 3 * dt * static_cast<double>(i);
  const std::vector<double> x = Oscillator(period, 0, dt).response(ramp);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double t = dt * static_cast<double>(i);
    EXPECT_NEAR(x[i], -3 / (w * w) * (t - std::sin(w * t) / w), 1e-12);
  }
}

/// A harmonic that lasts: PSA is that of the steady state, 1/sqrt((1 - q^2)^2 + (2 h q)^2) times its amplitude, q = f period.
TEST(Oscillator, OfAHarmonic) {
  const double dt = 0.002, f = 2;
  const std::vector<double> a = harmonic(1.5, f, dt, 20000);
  for (const double period : {0.2, 0.5, 1.0}) {
    const Oscillator o(period, 0.05, dt);
    const std::vector<double> x = o.response(a);
    double late = 0;
    for (std::size_t i = 15000; i < x.size(); ++i) late = std::max(late, std::abs(x[i]));
    const double q = f * period, steady = 1.5 / std::sqrt(std::pow(1 - q * q, 2) + std::pow(2 * 0.05 * q, 2));
    EXPECT_NEAR(o.frequency() * o.frequency() * late, steady, 2e-4 * steady);
  }
}

/// n whole periods of a sin: Arias pi/(2 g) A^2 T/2, CAV 2 A T/pi, durations a part of T.
TEST(GroundMotion, IntegralsOfAHarmonic) {
  const double dt = 0.001, total = 8;
  const std::vector<double> a = harmonic(3, 2.5, dt, 8001);
  const double arias = pi / (2 * standard_gravity) * 9 * total / 2;
  EXPECT_NEAR(arias_intensity(a, dt), arias, arias * std::pow(2 * pi * 2.5 * dt, 2) / 5);  // straight lines: /6
  EXPECT_NEAR(cumulative_absolute_velocity(a, dt), 2 * 3 * total / pi, 1e-3);
  EXPECT_NEAR(significant_duration(a, dt, 0.05, 0.95), 0.9 * total, 1e-3);
  EXPECT_NEAR(significant_duration(a, dt, 0.05, 0.75), 0.7 * total, 0.1);  // not whole periods
}

/// A triangle, exactly: int a^2 = T/3, int |a| = T/2 through a change of sign in the middle of an interval.
TEST(GroundMotion, IntegralsOfStraightLinesAreExact) {
  const std::vector<double> a{1, -1};
  EXPECT_DOUBLE_EQ(cumulative_absolute_velocity(a, 2), 1);
  EXPECT_DOUBLE_EQ(arias_intensity(a, 2), pi / (2 * standard_gravity) * 2.0 / 3);
}

TEST(GroundMotion, NothingMovesGivesZeros) {
  const std::vector<double> zeros(50, 0.0);
  const MotionMeter meter({0.1, 1}, 0.05, 0.01);
  for (const double v : meter.of({zeros, zeros, zeros}).list()) EXPECT_EQ(v, 0);
}

/// Motion along a line at 30 degrees from x: the largest over directions is the amplitude A, the median over them A cos 45.
TEST(GroundMotion, MedianOverDirections) {
  const double dt = 0.01, c = std::cos(pi / 6), s = std::sin(pi / 6);
  const std::vector<double> a = harmonic(2, 1, dt, 1001);
  std::vector<double> x(a), y(a);
  for (double& v : x) v *= c;
  for (double& v : y) v *= s;
  auto motion = [&](const std::vector<double>& t) {
    return Motion{t, time_integral(t, dt), time_integral(time_integral(t, dt), dt)};
  };
  const MotionMeter meter({0.5}, 0.05, dt);
  const Measures along = meter.of(motion(a)), half = meter.median_of_directions(motion(x), motion(y));
  EXPECT_NEAR(half.pga, along.pga * std::cos(pi / 4), 0.01 * along.pga);
  EXPECT_NEAR(half.psa[0], along.psa[0] * std::cos(pi / 4), 0.01 * along.psa[0]);
  EXPECT_NEAR(half.arias, along.arias / 2, 0.01 * along.arias);
  EXPECT_NEAR(half.d5_95, along.d5_95, 1e-6);
  // Motion in a circle is the same in all directions.
  std::vector<double> turned(1001);
  for (std::size_t i = 0; i < turned.size(); ++i) turned[i] = 2 * std::cos(2 * pi * dt * static_cast<double>(i));
  EXPECT_NEAR(meter.median_of_directions(motion(a), motion(turned)).pga, 2, 0.002);
  const Measures mean = MotionMeter::geometric_mean(meter.of(motion(x)), meter.of(motion(y)));
  EXPECT_NEAR(mean.pga, 2 * std::sqrt(c * s), 1e-12);
}

TEST(GroundMotion, DerivativeAndIntegralOfAParabola) {
  std::vector<double> t(11), parabola(11);
  for (std::size_t i = 0; i < 11; ++i) t[i] = 0.1 * static_cast<double>(i), parabola[i] = t[i] * t[i];
  const std::vector<double> slope = time_derivative(parabola, 0.1), sum = time_integral(t, 0.1);
  for (std::size_t i = 1; i < 10; ++i) EXPECT_NEAR(slope[i], 2 * t[i], 1e-12);
  for (std::size_t i = 0; i < 11; ++i) EXPECT_NEAR(sum[i], parabola[i] / 2, 1e-12);
}

}  // namespace unda::numerics::ground_motion_test
