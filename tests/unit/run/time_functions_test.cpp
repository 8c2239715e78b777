// What a scenario may not ask of a calibrated source.
#include "run/time_functions.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace unda::run::time_functions_test {
namespace {

TEST(TimeFunctions, In2DAMeanIsRefused) {
  scenario::Scenario s;
  s.file = "case.toml";
  scenario::TimeFunctionSpec spec;
  spec.kind = scenario::TimeFunctionKind::brune;
  spec.rise = 0.1;
  EXPECT_NO_THROW(make_calibrated_time_function({1, 100}, spec, {3, 1500, 1}, s, "source[0].time_function"));
  try {
    make_calibrated_time_function({1, 100}, spec, {2, 1500, 1}, s, "source[0].time_function");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("source.time_function: the pulse has a mean"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace unda::run::time_functions_test
