// Misfits: figures known from scaled and shifted traces, and direct sums.
// The direct sums transform by the definition, without Fourier transforms.
#include "reference/misfit.hpp"

#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "reference/envelope_phase.hpp"
#include "unit/reference/pulses.hpp"

namespace unda::reference::misfit_test {
namespace {

using namespace testing;

std::vector<double> ricker_trace(double frequency, double delay, double dt, int n) {
  const Pulse pulse = ricker_pulse(frequency, delay);
  std::vector<double> trace(n);
  for (int i = 0; i < n; ++i) trace[i] = pulse.value(i * dt);
  return trace;
}

std::vector<double> times(double factor, std::vector<double> trace) {
  for (double& x : trace) x *= factor;
  return trace;
}

TEST(L2Misfit, ScaledAndZeroTraces) {
  const auto trace = ricker_trace(2, 2, 0.01, 400);
  const std::vector<double> zero(400, 0.0);
  EXPECT_NEAR(l2_misfit(times(1.1, trace), trace), 0.1, 1e-14);
  EXPECT_EQ(l2_misfit(zero, trace), 1);
  EXPECT_EQ(l2_misfit(zero, zero), 0);
  EXPECT_EQ(l2_misfit(trace, zero), std::numeric_limits<double>::infinity());
  EXPECT_THROW(l2_misfit(trace, std::vector<double>(3)), RunError);
}

TEST(TimeShift, BetweenSamplesAndSigned) {
  const auto reference = ricker_trace(2, 2, 0.01, 400);
  for (double shift : {0.02, -0.0137, 0.0003, 0.5})
    EXPECT_NEAR(time_shift(times(3, ricker_trace(2, 2 + shift, 0.01, 400)), reference, 0.01), shift, 1e-9);
  EXPECT_EQ(time_shift(std::vector<double>(400, 0.0), reference, 0.01), 0);
}

TEST(EnvelopePhase, ScaledTrace) {
  const auto trace = ricker_trace(2, 2, 0.01, 400);
  const auto misfit = envelope_phase_misfit(times(1.1, trace), trace, 0.01);
  EXPECT_NEAR(misfit.envelope, 0.1, 1e-12);
  EXPECT_NEAR(misfit.phase, 0, 1e-7);
}

TEST(EnvelopePhase, ShiftedRicker) {
  const auto misfit = envelope_phase_misfit(ricker_trace(2, 5.02, 0.01, 1000), ricker_trace(2, 5, 0.01, 1000), 0.01);
  EXPECT_NEAR(misfit.phase, 0.0795, 0.0001);
  EXPECT_NEAR(misfit.envelope, 0.028, 0.0005);
}

TEST(EnvelopePhase, ReversedTraceIsOutOfPhase) {
  const auto trace = ricker_trace(2, 2, 0.01, 400);
  const auto misfit = envelope_phase_misfit(times(-1, trace), trace, 0.01);
  EXPECT_NEAR(misfit.phase, 1, 1e-12);
  EXPECT_NEAR(misfit.envelope, 0, 1e-12);
}

TEST(EnvelopePhase, AgreesWithTheDirectSum) {
  const double dt = 0.02, pi = std::numbers::pi;
  const int n = 200, n_frequencies = 7;
  const auto trace = ricker_trace(2, 1.7, dt, n), reference = ricker_trace(1.8, 1.65, dt, n);
  const auto morlet = [&](const std::vector<double>& x, double t, double frequency) {
    const double a = 6 / (2 * pi * frequency);
    std::complex<double> sum = 0;
    for (int i = 0; i < n; ++i) {
      const double u = (i * dt - t) / a;
      sum += x[i] * std::polar(std::exp(-0.5 * u * u), -6 * u);
    }
    return dt * std::pow(pi, -0.25) / std::sqrt(a) * sum;
  };
  double envelope = 0, phase = 0, power = 0;
  for (int k = 0; k < n_frequencies; ++k)
    for (int i = 0; i < n; ++i) {
      const double frequency = 0.8 * std::pow(5.0 / 0.8, k / (n_frequencies - 1.0));
      const auto w = morlet(trace, i * dt, frequency), wr = morlet(reference, i * dt, frequency);
      envelope += std::pow(std::abs(w) - std::abs(wr), 2);
      phase += std::norm(wr) * std::pow(std::arg(w / wr) / pi, 2);
      power += std::norm(wr);
    }
  const auto misfit = envelope_phase_misfit(trace, reference, dt, {0.8, 5.0}, n_frequencies);
  EXPECT_NEAR(misfit.envelope, std::sqrt(envelope / power), 1e-6);
  EXPECT_NEAR(misfit.phase, std::sqrt(phase / power), 1e-6);
}

TEST(EnvelopePhase, ZeroTraces) {
  const auto trace = ricker_trace(2, 2, 0.01, 400);
  const std::vector<double> zero(400, 0.0);
  EXPECT_EQ(envelope_phase_misfit(zero, zero, 0.01).envelope, 0);
  EXPECT_EQ(envelope_phase_misfit(trace, zero, 0.01).envelope, std::numeric_limits<double>::infinity());
  EXPECT_NEAR(envelope_phase_misfit(zero, trace, 0.01).envelope, 1, 1e-12);
}

TEST(SignalBand, CoversARicker) {
  const Band band = signal_band(ricker_trace(2, 5, 0.01, 1000), 0.01);
  EXPECT_LT(band.low, 0.25);
  EXPECT_GT(band.high, 5);
  EXPECT_LT(band.high, 7);
}

}  // namespace
}  // namespace unda::reference::misfit_test
