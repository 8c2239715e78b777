// A calibrated explosion makes the asked pressure at the asked distance: by the formulas of a uniform medium, with the
// integral over the wake of a line source done by the trapezoidal rule.
#include "numerics/calibration.hpp"

#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

namespace unda::numerics::calibration_test {
namespace {

using std::numbers::pi;

constexpr double c = 1500, amplitude = 3, distance = 200;

std::shared_ptr<const TimeFunction> ricker_pulse(double frequency = 10) {
  return numerics::ricker(frequency, 1.5 / frequency);
}

std::shared_ptr<const TimeFunction> sampled(const std::function<double(double)>& w, double end, double step) {
  std::vector<double> times, values;
  for (double t = 0; t <= end; t += step) {
    times.push_back(t);
    values.push_back(w(t));
  }
  return sampled_time_function(times, values);
}

/// (1/(2 pi c^2)) int s'(t - (r/c) cosh th) dth.
double line_source_pressure(const TimeFunction& s, double r, double t) {
  if (t <= r / c) return 0;
  const double high = std::acosh(t / (r / c));
  constexpr int n = 4000;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += s.derivative(t - r / c * std::cosh(high * (i + 0.5) / n));
  return sum * high / n / (2 * pi * c * c);
}

/// Largest difference from A w(t - r/c), relative to A times the peak of w.
double line_source_error(const std::shared_ptr<const TimeFunction>& w, double r, double until) {
  const auto s = calibrated_time_function({amplitude, r}, w, {2, c, 1});
  double worst = 0;
  for (int i = 0; i < 400; ++i) {
    const double t = until * i / 400;
    worst = std::max(worst, std::abs(line_source_pressure(*s, r, r / c + t) - amplitude * w->value(t)));
  }
  return worst / (amplitude * w->peak());
}

TEST(Calibration, OneDimension) {
  const auto w = ricker_pulse();
  const auto s = calibrated_time_function({amplitude, distance}, w, {1, c, 1});
  for (const double t : {0.0, 0.11, 0.15, 0.2}) {
    EXPECT_DOUBLE_EQ(s->value(t) / (2 * c), amplitude * w->value(t));
    EXPECT_DOUBLE_EQ(s->derivative(t) / (2 * c), amplitude * w->derivative(t));
  }
}

TEST(Calibration, ThreeDimensions) {
  const auto w = ricker_pulse();
  const auto s = calibrated_time_function({amplitude, distance}, w, {3, c, 1});
  double integral = 0;
  constexpr double dt = 1e-4;
  for (int i = 0; i < 4000; ++i) {
    const double t = i * dt;
    EXPECT_NEAR(s->derivative(t) / (4 * pi * c * c * distance), amplitude * w->value(t), 1e-12);
    EXPECT_NEAR((s->value(t + 1e-6) - s->value(t - 1e-6)) / 2e-6, s->derivative(t), 1e-6 * s->peak() * 60);
    EXPECT_NEAR(s->integral(t), integral, 1e-5 * s->peak() * 0.3) << t;
    integral += dt * s->value(t + dt / 2);
  }
  EXPECT_DOUBLE_EQ(s->end(), w->end());
  EXPECT_DOUBLE_EQ(s->highest_frequency(), 25);
}

TEST(Calibration, APulseWithAMeanNeedsASourceThatStaysIn3D) {
  const auto w = gaussian(0.02, 0.12);
  EXPECT_NEAR(relative_mean(*w), 1, 1e-6);
  const auto s = calibrated_time_function({amplitude, distance}, w, {3, c, 1});
  EXPECT_GT(s->end(), 1e6);
  EXPECT_NEAR(s->value(100) / (4 * pi * c * c * distance), amplitude, 1e-6);
  EXPECT_NEAR((s->integral(101) - s->integral(100)) / s->value(100), 1, 1e-6);
}

TEST(Calibration, TwoDimensionsGiveBackTheRicker) {
  EXPECT_LT(line_source_error(ricker_pulse(), 200, 0.6), 1e-4);
  EXPECT_LT(line_source_error(ricker_pulse(), 2, 0.6), 1e-4);      // a fraction of a wavelength
  EXPECT_LT(line_source_error(ricker_pulse(), 20000, 0.6), 1e-4);  // a hundred of them
}

TEST(Calibration, TwoDimensionsWithASlowTail) {
  // A pulse without a mean but with a first moment: its source falls off as 1/(t ln^2 t) only.
  const auto odd =
      sampled([](double t) { return (t - 0.1) / 0.02 * std::exp(-std::pow((t - 0.1) / 0.02, 2)); }, 0.2, 0.0002);
  EXPECT_LT(relative_mean(*odd), largest_relative_mean);
  EXPECT_LT(line_source_error(odd, 200, 1.0), 1e-3);
}

TEST(Calibration, TheTableOfALineSourceIsConsistent) {
  const auto s = calibrated_time_function({amplitude, distance}, ricker_pulse(), {2, c, 1});
  const double rate = s->peak() * 2 * pi * 10;
  double integral = 0;
  constexpr double dt = 1e-4;
  for (int i = 0; i < 6000; ++i) {
    const double t = i * dt;
    EXPECT_NEAR((s->value(t + 1e-6) - s->value(t - 1e-6)) / 2e-6, s->derivative(t), 1e-4 * rate);
    EXPECT_NEAR(s->integral(t), integral, 1e-5 * s->peak());
    integral += dt * s->value(t + dt / 2);
  }
  EXPECT_EQ(s->value(-0.01), 0);
  EXPECT_EQ(s->value(s->end() + 0.01), 0);
  EXPECT_LT(std::abs(s->value(s->end())), 2e-5 * s->peak());
}

TEST(Calibration, ASolidNeedsMore) {
  const auto fluid = calibrated_time_function({amplitude, distance}, ricker_pulse(), {3, c, 1});
  const auto solid = calibrated_time_function({amplitude, distance}, ricker_pulse(), {3, c, 0.5});
  EXPECT_DOUBLE_EQ(solid->value(0.14), 2 * fluid->value(0.14));
}

}  // namespace
}  // namespace unda::numerics::calibration_test
