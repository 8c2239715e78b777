// The two rules of the energy on series that are known.
#include "run/energy_watch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

namespace unda::run::energy_watch_test {
namespace {

EnergyWatch::Sample at_rest(double energy) { return {energy, {}}; }
EnergyWatch::Sample at_work(double energy, std::vector<Supply> supply) { return {energy, std::move(supply)}; }
/// One source that gives `all` of its unit, or has given `given` of it.
Supply of_one(double given, double all) { return {given, all, given / all, given}; }

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

/// A source at work for ever: energy like the square of its supply, like the time (stationary noise in a closed box), or constant.
TEST(EnergyWatch, EnergyThatSourcesAccountForPasses) {
  for (const double power : {2.0, 1.0, 0.0}) {
    EnergyWatch watch;
    for (int n = 1; n < 1000; ++n)
      EXPECT_FALSE(watch.add(at_work(std::pow(n, power), {of_one(n, 1000)}))) << power << " " << n;
  }
}

TEST(EnergyWatch, SlowGrowthUnderASourceIsSeen) {
  for (const double growth : {1.1, 3.0, 40.0}) {
    EnergyWatch watch;
    bool noticed = false;
    for (int n = 1; n < 400 && !noticed; ++n) {
      const double energy = n + 1e-9 * std::pow(growth, n);
      noticed = watch.add(at_work(energy, {of_one(n, 50)})).has_value();
      if (noticed) {
        EXPECT_LT(energy, 1e7) << growth;
      }
    }
    EXPECT_TRUE(noticed) << growth;
  }
}

/// Supply of a source that gives its all evenly from sample `begin` to `end`.
Supply between(int n, int begin, int end, double all) {
  return of_one(all * std::clamp((n - begin) / static_cast<double>(end - begin), 0.0, 1.0), all);
}

/// A first source that has ended, growth from a decayed field, and another that is still to come.
TEST(EnergyWatch, ALateSourceHidesNoGrowth) {
  for (const double late : {1e-9, 1e-3, 1.0, 1e6}) {
    EnergyWatch watch;
    bool noticed = false;
    double field = 0;
    for (int n = 1; n < 200 && !noticed; ++n) {
      const Supply first = between(n, 0, 20, 1);
      field = n <= 20 ? first.given : field * 0.7;
      const double growth = 1e-6 * std::pow(1.15, n);  // 1 after 100 samples
      noticed = watch.add(at_work(field * field + growth * growth, {first, between(n, 190, 200, late)})).has_value();
      if (noticed) {
        EXPECT_LT(growth, 0.01) << late;
      }
    }
    EXPECT_TRUE(noticed) << late;
  }
}

/// Likewise while the first is at work: the late ones of its kind, or of another, do not open the limit.
TEST(EnergyWatch, SourcesThatBeginOneAfterTheOtherHideNoGrowth) {
  for (const bool same_kind : {true, false}) {
    EnergyWatch watch;
    bool noticed = false;
    for (int n = 1; n < 400 && !noticed; ++n) {
      Supply fault{0, 40, 0, 0};  // 40 sources, each of ten samples
      for (int i = 0; i < 40; ++i) {
        const Supply one = between(n, 10 * i, 10 * i + 10, 1);
        fault.given += one.given;
        fault.soon = fault.given;
        fault.largest_part = std::max(fault.largest_part, one.largest_part);
      }
      const double field = std::min(fault.given, std::sqrt(fault.given)), growth = 1e-4 * std::pow(1.05, n);
      std::vector<Supply> supply{fault};
      if (!same_kind) supply.push_back(between(n, 395, 400, 1e-7));
      noticed = watch.add(at_work(field * field + growth * growth, supply)).has_value();
      if (noticed) {
        EXPECT_LT(growth, 8 * fault.given);
      }
    }
    EXPECT_TRUE(noticed) << same_kind;
  }
}

/// Second sources of any strength that make much more, or much less, of what they give than the first.
TEST(EnergyWatch, LateSourcesOfOtherKindsRaiseNoAlarm) {
  for (const double strength : {1e-6, 1e-3, 1.0, 1e3, 1e6})
    for (const double factor : {1e-3, 1e-1, 1.0, 1e1, 1e3})
      for (const bool rests : {true, false}) {
        EnergyWatch watch;
        for (int n = 1; n < 600; ++n) {
          const Supply first = between(n, 0, rests ? 50 : 600, 1), second = between(n, 300, 500, strength);
          const double old = n <= 50 || !rests ? first.given : first.given * std::exp(-0.1 * (n - 50));
          const double field = std::hypot(old, factor * second.given);
          ASSERT_FALSE(watch.add(at_work(field * field, {first, second})))
              << strength << " " << factor << " " << rests << " " << n;
        }
      }
}

}  // namespace
}  // namespace unda::run::energy_watch_test
