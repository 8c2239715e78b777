// Pulses of waves that are a little too fast.
#include "numerics/dispersed_pulse.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "scenario/scenario.hpp"

namespace unda::numerics::dispersed_pulse_test {
namespace {

class CosineBurst final : public TimeFunction {
 public:
  double value(double) const override { return 0; }
  /// Forty periods at half the highest frequency, smoothly cut.
  double derivative(double t) const override {
    return std::exp(-std::pow((t - 40) / 10, 2)) * std::cos(std::numbers::pi * t);
  }
  double integral(double) const override { return 0; }
  double highest_frequency() const override { return 1; }
  double end() const override { return 80; }
  double peak() const override { return 1; }
};

TEST(DispersedPulse, OfOneFrequencyIsThePhaseThatItGains) {
  const DispersedPulse pulse{CosineBurst()};
  // Half the highest frequency: 10 of 20 wavelengths, a quarter of an error that falls as f^2.
  const double phase = 2 * std::numbers::pi * 10 * 0.004 * 0.25;
  EXPECT_NEAR(pulse.misfit(20, 0.004, 2), 2 * std::sin(phase / 2), 0.02 * phase);
}

TEST(DispersedPulse, GrowsWithDistanceAndErrorUntilNothingIsAlike) {
  const DispersedPulse pulse{CosineBurst()};
  EXPECT_EQ(pulse.misfit(20, 0, 2), 0);
  EXPECT_NEAR(pulse.misfit(40, 0.001, 2), 2 * pulse.misfit(20, 0.001, 2), 1e-4);
  EXPECT_LE(pulse.misfit(1e6, 0.1, 2), 2);
}

}  // namespace
}  // namespace unda::numerics::dispersed_pulse_test
