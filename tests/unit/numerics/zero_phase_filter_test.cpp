// The zero-phase Butterworth filter: gain and phase of sines, other samplings, ends; and Fourier transforms.
// A sine in a window much longer than the filter's response must come out scaled by the gain and not shifted.
#include "numerics/zero_phase_filter.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "numerics/fourier.hpp"

namespace unda::numerics::zero_phase_filter_test {
namespace {

std::vector<double> sampled(double (*f)(double), double dt, int n) {
  std::vector<double> trace(n);
  for (int i = 0; i < n; ++i) trace[i] = f(i * dt);
  return trace;
}

double pulse(double t) {
  const double a = std::pow(std::numbers::pi * 3 * (t - 2), 2);
  return (1 - 2 * a) * std::exp(-a);
}

TEST(ZeroPhaseFilter, ScalesASineAndDoesNotShiftIt) {
  const double dt = 0.005;
  for (const Corners corners : {Corners{0, 4}, Corners{2, 0}, Corners{1.5, 5}})
    for (const double frequency : {1.0, 2.0, 3.7, 4.0, 6.0}) {
      std::vector<double> sine(8000);
      for (int i = 0; i < 8000; ++i) sine[i] = std::sin(2 * std::numbers::pi * frequency * i * dt);
      const std::vector<double> filtered = zero_phase_filter(sine, dt, corners);
      const double gain = zero_phase_gain(corners, frequency);
      for (int i = 3000; i < 5000; ++i) ASSERT_NEAR(filtered[i], gain * sine[i], 1e-5) << frequency << " " << i;
    }
}

TEST(ZeroPhaseFilter, GainIsOneHalfAtACorner) {
  EXPECT_DOUBLE_EQ(zero_phase_gain({0, 4}, 4), 0.5);
  EXPECT_DOUBLE_EQ(zero_phase_gain({2, 0}, 2), 0.5);
  EXPECT_NEAR(zero_phase_gain({0, 4}, 8), 1.0 / 257, 1e-15);
  EXPECT_EQ(zero_phase_gain({2, 0}, 0), 0);
}

TEST(ZeroPhaseFilter, IsTheSameForAnotherSampling) {
  const auto coarse = zero_phase_filter(sampled(pulse, 0.02, 201), 0.02, {0, 4});
  const auto fine = zero_phase_filter(sampled(pulse, 0.005, 801), 0.005, {0, 4});
  for (int i = 0; i < 201; ++i) EXPECT_NEAR(coarse[i], fine[4 * i], 1e-6);
}

TEST(ZeroPhaseFilter, KeepsALineUpToItsEnds) {
  std::vector<double> line(400);
  for (int i = 0; i < 400; ++i) line[i] = 3 + 0.01 * i;
  const auto filtered = zero_phase_filter(line, 0.01, {0, 5});
  for (int i = 0; i < 400; ++i) EXPECT_NEAR(filtered[i], line[i], 0.01);
}

TEST(ZeroPhaseFilter, WithoutCornersDoesNothing) {
  const auto trace = sampled(pulse, 0.01, 400);
  EXPECT_EQ(zero_phase_filter(trace, 0.01, {}), trace);
}

TEST(Fourier, ThereAndBack) {
  const auto trace = sampled(pulse, 0.01, 400);
  const Spectrum back = inverse_transform(transform(trace, 512));
  for (int i = 0; i < 512; ++i) EXPECT_NEAR(std::abs(back[i] - (i < 400 ? trace[i] : 0.0)), 0, 1e-14);
}

}  // namespace
}  // namespace unda::numerics::zero_phase_filter_test
