// The two rules of the energy on series that are known.
#include "run/energy_watch.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace unda::run::energy_watch_test {
namespace {

EnergyWatch::Sample at_rest(double energy) { return {energy, 1, true, true, true}; }
EnergyWatch::Sample at_work(double energy, double supply, bool judge) { return {energy, supply, false, true, judge}; }

TEST(EnergyWatch, DecayAndOscillationPass) {
  EnergyWatch watch;
  for (int n = 0; n < 2000; ++n) {
    const double oscillation = 1 + 0.5 * std::sin(1.7 * n);
    EXPECT_FALSE(watch.add(at_rest(std::exp(-0.01 * n) * oscillation))) << n;
  }
}

TEST(EnergyWatch, GrowthFromADecayedFieldIsSeenBelowItsFirstValue) {
  EnergyWatch watch;
  double energy = 1;
  for (int n = 0; n < 60; ++n) ASSERT_FALSE(watch.add(at_rest(energy *= 0.8)));  // to 1.5e-6
  int noticed = 0;
  for (int n = 1; n < 100 && noticed == 0; ++n)
    if (watch.add(at_rest(energy *= 1.2))) noticed = n;
  EXPECT_GT(noticed, 0);
  EXPECT_LT(energy, 1e-3);
}

TEST(EnergyWatch, RoundingThatIsLeftOverRaisesNoAlarm) {
  EnergyWatch watch;
  ASSERT_FALSE(watch.add(at_rest(1)));
  for (int n = 0; n < 200; ++n) EXPECT_FALSE(watch.add(at_rest(n % 40 < 20 ? 1e-16 : 1e-10)));
}

TEST(EnergyWatch, AFieldOfZerosPasses) {
  EnergyWatch watch;
  for (int n = 0; n < 50; ++n) EXPECT_FALSE(watch.add(at_rest(0)));
}

/// A source at work for ever: energy like its supply, like the time (stationary noise in a closed box), or constant.
TEST(EnergyWatch, EnergyThatSourcesAccountForPasses) {
  for (const double power : {2.0, 1.0, 0.0}) {
    EnergyWatch watch;
    for (int n = 1; n < 1000; ++n)
      EXPECT_FALSE(watch.add(at_work(std::pow(n, power), std::pow(n, 2.0), n > 100))) << power << " " << n;
  }
}

TEST(EnergyWatch, SlowGrowthUnderASourceIsSeen) {
  for (const double growth : {1.1, 3.0, 40.0}) {
    EnergyWatch watch;
    bool noticed = false;
    for (int n = 1; n < 400 && !noticed; ++n) {
      const double energy = n + 1e-9 * std::pow(growth, n);
      noticed = watch.add(at_work(energy, std::pow(n, 2.0), n > 5)).has_value();
      if (noticed) {
        EXPECT_LT(energy, 1e7) << growth;
      }
    }
    EXPECT_TRUE(noticed) << growth;
  }
}

}  // namespace
}  // namespace unda::run::energy_watch_test
