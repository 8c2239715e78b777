// docs/scenario.md is the generated reference page. With UNDA_UPDATE_REFERENCE set, this test writes it.
#include "scenario/reference.hpp"

#include <cstdlib>

#include "support.hpp"

namespace unda::scenario::test::reference_test {

namespace {

TEST(Reference, ThePageInDocsIsUpToDate) {
  const fs::path page = fs::path(UNDA_SOURCE_DIR) / "docs/scenario.md";
  if (std::getenv("UNDA_UPDATE_REFERENCE")) write_text(page, scenario_reference());
  EXPECT_EQ(read_text(page), scenario_reference()) << "run this test once with UNDA_UPDATE_REFERENCE=1";
}

TEST(Reference, NamesEveryTable) {
  const std::string page = scenario_reference();
  for (const char* heading : {"`[domain]`", "`[model]`", "`[[model.layer]]`", "`[boundary]`", "`[[source]]`",
                              "`[source.time_function]`", "`[[receivers]]`", "`[receivers.line]`", "`[time]`",
                              "`[mesh]`", "`[mesh.fd]`", "`[solver.dg]`", "`[output.snapshots]`", "`[initial]`"})
    EXPECT_NE(page.find(heading), std::string::npos) << heading;
}

}  // namespace

}  // namespace unda::scenario::test::reference_test
