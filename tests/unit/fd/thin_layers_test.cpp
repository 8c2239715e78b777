// Layers thinner than a cell are told with what they cost; sheets of fluid within rock with a warning.
#include <gtest/gtest.h>

#include "fd/misfit_parts.hpp"
#include "fd/thin_layers_remarks.hpp"
#include "method/expected_echo.hpp"

namespace unda::fd::thin_layers_test {
namespace {

constexpr model::Properties rock{3000, 1600, 2300}, harder{4000, 2300, 2500}, soft{1500, 700, 1900},
    water{1500, 0, 1000};

Grid ten_metres() {
  Grid grid;
  grid.dim = 2;
  grid.axis[0].spacing = grid.axis[1].spacing = 10;
  grid.axis[1].physical = 2;
  grid.axis[1].first = -1000;
  grid.axis[1].n_nodes = grid.axis[1].n_whole = 101;
  return grid;
}

std::vector<model::LevelInterface> sheet(const model::Properties& medium, double thickness) {
  return {{-300, rock, medium}, {-300 - thickness, medium, harder}};
}

TEST(ThinLayers, AreToldWithTheirMisfit) {
  const auto told = thin_layers_remarks({}, sheet(soft, 3), ten_metres(), 14);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0][0], "thin layer");
  EXPECT_NE(told[0][1].find("z = -303 to -300 m (vp 1500, vs 700), 3 m thick, 0.3 of a cell: its interfaces add about"),
            std::string::npos)
      << told[0][1];
  EXPECT_TRUE(thin_layers_remarks({}, sheet(soft, 11), ten_metres(), 14).empty());
}

TEST(ThinLayers, OfFluidAreAWarning) {
  const auto told = thin_layers_remarks({}, sheet(water, 0.1), ten_metres(), 14);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0][0], method::warning_word);
  EXPECT_NE(told[0][1].find("solver.method = \"sem\""), std::string::npos) << told[0][1];
}

/// The thinner a layer is the less it adds: 0.05 and 4 m of a cell of 10 m differ by a factor of 80.
TEST(ThinLayers, MisfitFallsWithTheirThickness) {
  const Grid grid = ten_metres();
  const auto added = [&](double thickness) {
    const auto interfaces = sheet(soft, thickness);
    return misfit_of(thin_layers(interfaces, grid.axis[1]).at(0), interfaces, grid, 14);
  };
  EXPECT_GT(added(4), 0.005);
  EXPECT_LT(added(0.05), 0.04 * added(4));
}

}  // namespace
}  // namespace unda::fd::thin_layers_test
