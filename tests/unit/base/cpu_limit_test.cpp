// Giving up on what does not come back.
#include "base/cpu_limit.hpp"

#include <atomic>

#include <gtest/gtest.h>

namespace unda {
namespace {

std::atomic<int> turns = 0;

void loop_for_ever() {
  const CpuLimit limit(0.05, "damaged.h5: cannot be read in reasonable time");
  while (true) ++turns;
}

TEST(CpuLimitDeathTest, EndsALoopWithAMessage) {
  EXPECT_EXIT(loop_for_ever(), testing::ExitedWithCode(1), "unda: damaged.h5: cannot be read in reasonable time");
}

TEST(CpuLimit, LeavesNothingBehind) {
  { const CpuLimit limit(0.01, "too long"); }
  for (int n = 0; n < 20'000'000; ++n) ++turns;  // far more than the limit
}

}  // namespace
}  // namespace unda
