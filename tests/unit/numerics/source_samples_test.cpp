// Samples of many sources, against those of one at a time.
#include "numerics/source_samples.hpp"

#include <gtest/gtest.h>

namespace unda::numerics::source_samples_test {

std::vector<std::shared_ptr<const TimeFunction>> rupture(std::size_t n) {
  auto pool = std::make_shared<std::vector<float>>(std::vector<float>{0, 0.3F, 1, 0.7F, 0.2F, 0});
  std::vector<std::shared_ptr<const TimeFunction>> functions;
  for (std::size_t i = 0; i < n; ++i)
    functions.push_back(pooled_time_function(pool, 0, 6, 0.031 * static_cast<double>((7 * i) % n), 0.1));
  return functions;
}

void compare(bool corrected, double tolerance) {
  const auto functions = rupture(100);
  std::vector<const TimeFunction*> pointers;
  for (const auto& f : functions) pointers.push_back(f.get());
  const SampleTimes times{0.01, 0.5, 500, corrected, passband_for(5, 0.01, false)};
  std::vector<double> worst(100, 1e9);
  sample_sources(pointers, times, [&](std::size_t i, std::int64_t first, std::span<const double> samples) {
    const TimeFunction& s = *pointers[i];
    std::vector<double> exact;
    for (int k = 0; k < 500; ++k) exact.push_back(s.value((k + 0.5) * 0.01));
    if (corrected) exact = corrected_source([&](double t) { return s.value(t); }, s.end(), 0.01, 0.5, 500, times.band);
    worst[i] = 0;
    for (std::int64_t k = 0; k < 500; ++k) {
      const bool inside = k >= first && k < first + static_cast<std::int64_t>(samples.size());
      const double found = inside ? samples[static_cast<std::size_t>(k - first)] : 0;
      worst[i] = std::max(worst[i], std::abs(found - exact[static_cast<std::size_t>(k)]));
    }
    EXPECT_LE(samples.size(), corrected ? 500U : 52U);
  });
  for (const double w : worst) EXPECT_LE(w, tolerance);
}

TEST(SourceSamples, AreThoseOfOneAtATime) {
  compare(false, 2.5e-5);
  compare(true, 2.5e-5);  // 1e-6 of the sum, 22
}

TEST(SourceSamples, AFunctionAfterTheRunGivesNone) {
  const auto late = raised_cosine(10, 1);
  sample_sources({late.get()}, {0.01, 0, 100, true, {}},
                 [](std::size_t, std::int64_t, std::span<const double> samples) { EXPECT_TRUE(samples.empty()); });
}

/// Derivative and integral against differences of the value.
void check_function(const TimeFunction& s, double from, double to) {
  const double h = 1e-6;
  double sum = 0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    const double t = from + (to - from) * (i + 0.5) / n;
    sum += s.value(t) * (to - from) / n;
    if (i % 997 == 0) {
      EXPECT_NEAR(s.derivative(t), (s.value(t + h) - s.value(t - h)) / (2 * h), 1e-5 * s.peak() / (to - from));
    }
  }
  EXPECT_NEAR(s.integral(to) - s.integral(from), sum, 1e-6 * s.peak() * (to - from));
  EXPECT_EQ(s.value(s.start() - 1e-9), 0);
  EXPECT_NEAR(s.value(s.end()), 0, 1e-6 * s.peak());
}

TEST(SlipRates, HaveTheirDerivativesAndIntegrals) {
  check_function(*rupture(1)[0], 0, 0.6);
  check_function(*raised_cosine(0.3, 0.5), 0, 1);
  check_function(*delayed(raised_cosine(0, 0.5), 0.25), 0, 1);
  EXPECT_NEAR(raised_cosine(0.3, 0.5)->integral(2), 1, 1e-12);
}

/// A Gaussian by samples in a pool has the band of the Gaussian.
TEST(SlipRates, HaveTheBandOfTheirSpectrum) {
  const auto exact = gaussian(0.1, 0.7);
  auto pool = std::make_shared<std::vector<float>>();
  for (int i = 0; i <= 140; ++i) pool->push_back(static_cast<float>(exact->value(0.01 * i)));
  const auto s = pooled_time_function(pool, 0, pool->size(), 2, 0.01);
  EXPECT_NEAR(s->highest_frequency(), exact->highest_frequency(), 0.1);
  EXPECT_NEAR(s->value(2.7), exact->value(0.7), 1e-6);
}

}  // namespace unda::numerics::source_samples_test
