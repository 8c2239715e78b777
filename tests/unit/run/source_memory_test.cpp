// How many sources act together.
#include "run/source_memory.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace unda::run::source_memory_test {
namespace {

/// Acts from one time to another.
class Box final : public numerics::TimeFunction {
 public:
  Box(double start, double end) : start_(start), end_(end) {}
  double value(double t) const override { return t >= start_ && t <= end_ ? 1 : 0; }
  double derivative(double /*t*/) const override { return 0; }
  double integral(double t) const override { return std::clamp(t, start_, end_) - start_; }
  double highest_frequency() const override { return 1; }
  double end() const override { return end_; }
  double peak() const override { return start_; }
  double start() const override { return start_; }

 private:
  double start_, end_;
};

std::vector<method::PointSource> acting(const std::vector<std::array<double, 2>>& times) {
  std::vector<method::PointSource> sources(times.size());
  for (std::size_t n = 0; n < times.size(); ++n)
    sources[n].time_function = std::make_shared<Box>(times[n][0], times[n][1]);
  return sources;
}

TEST(SourceMemory, SourcesThatActInTurnAreCountedTogetherWhereTheyOverlap) {
  EXPECT_EQ(sources_at_a_time({}, 0.1), 0U);
  const auto in_turn = acting({{3, 3.9}, {0, 0.9}, {1, 1.9}, {2, 2.9}});
  EXPECT_EQ(sources_at_a_time(in_turn, 0.05), 1U);
  EXPECT_EQ(sources_at_a_time(in_turn, 0.2), 2U);  // a table reaches from one into the next
  EXPECT_EQ(sources_at_a_time(acting({{0, 5}, {1, 2}, {1.5, 3}, {4, 6}}), 0.1), 3U);
}

}  // namespace
}  // namespace unda::run::source_memory_test
