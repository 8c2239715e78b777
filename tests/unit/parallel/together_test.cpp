// Failures that travel between ranks, and mistakes of ours.
#include "parallel/together.hpp"

#include <cassert>

#include <gtest/gtest.h>

namespace unda::parallel::together_test {
namespace {

TEST(Failures, KeepEveryMessageOfWrongInput) {
  const std::vector<std::string> messages{"a.toml:3: one: first\nsecond line", "a.toml:4: two", ""};
  try {
    throw_failure(failure_text(InputError(messages)));
    FAIL() << "nothing thrown";
  } catch (const InputError& e) {
    EXPECT_EQ(e.messages(), messages);
  }
}

TEST(Failures, KeepTheirKind) {
  EXPECT_NO_THROW(throw_failure(""));
  EXPECT_THROW(throw_failure(failure_text(InputError("wrong"))), InputError);
  try {
    throw_failure(failure_text(std::runtime_error("the disk is full")));
    FAIL() << "nothing thrown";
  } catch (const RunError& e) {
    EXPECT_STREQ(e.what(), "the disk is full");
  }
}

TEST(Assertions, EndWithASentenceAndTheExitCodeOfAFailure) {
  const int two = 2;
  EXPECT_EXIT(assert(two == 3 && "three"), testing::ExitedWithCode(exit_failed),
              "a mistake in unda itself.*two == 3.*together_test.cpp:[0-9]+");
}

}  // namespace
}  // namespace unda::parallel::together_test
