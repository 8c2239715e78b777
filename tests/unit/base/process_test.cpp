// Other programs: what they print, how they end, and the environment that they see.
#include "base/process.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

namespace unda::process_test {
namespace {

TEST(Process, GivesOutputAndExitCode) {
  const ProcessResult done = run_process({"/bin/sh", "-c", "echo word; exit 3"});
  EXPECT_EQ(done.output, "word\n");
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_EQ(run_process({"/no/such/program"}).exit_code, 127);
}

TEST(Process, AVariableIsReplacedAndNotThereTwice) {
  setenv("UNDA_TEST_VARIABLE", "ours", 1);
  setenv("UNDA_TEST_VARIABLE_2", "kept", 1);
  const ProcessResult done = run_process({"/usr/bin/env"}, {"UNDA_TEST_VARIABLE=theirs"});
  unsetenv("UNDA_TEST_VARIABLE");
  unsetenv("UNDA_TEST_VARIABLE_2");
  EXPECT_NE(done.output.find("UNDA_TEST_VARIABLE=theirs\n"), std::string::npos);
  EXPECT_NE(done.output.find("UNDA_TEST_VARIABLE_2=kept\n"), std::string::npos);
  EXPECT_EQ(done.output.find("UNDA_TEST_VARIABLE=ours"), std::string::npos);
}

}  // namespace
}  // namespace unda::process_test
