// Giving up on what does not come back.
#include "base/library_guard.hpp"

#include <atomic>
#include <csignal>

#include <gtest/gtest.h>

namespace unda::library_guard_test {
namespace {

std::atomic<int> turns = 0;

void loop_for_ever() {
  const LibraryGuard limit(0.05, "damaged.h5: cannot be read in reasonable time");
  while (true) ++turns;
}

TEST(LibraryGuardDeathTest, EndsALoopWithAMessage) {
  EXPECT_EXIT(loop_for_ever(), testing::ExitedWithCode(1), "unda: damaged.h5: cannot be read in reasonable time");
}

// Raised, not met: sanitizers look for faults of their own.
TEST(LibraryGuardDeathTest, EndsAFaultWithAMessage) {
  EXPECT_EXIT(
      {
        const LibraryGuard limit(10, "damaged.h5: cannot be read");
        std::raise(SIGSEGV);
      },
      testing::ExitedWithCode(1), "unda: damaged.h5: cannot be read");
}

TEST(LibraryGuard, LeavesNothingBehind) {
  { const LibraryGuard limit(0.01, "too long"); }
  for (int n = 0; n < 20'000'000; ++n) ++turns;  // far more than the limit
}

}  // namespace
}  // namespace unda::library_guard_test
