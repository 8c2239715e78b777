// Layers that make elements flat are told with what they cost; layers of ordinary thickness are not.
#include "mesh/thin_layers.hpp"

#include <fmt/format.h>

#include "unit/scenario/support.hpp"

namespace unda::mesh::thin_layers_test {
namespace {

class ThinLayersTest : public scenario::test::ScenarioFiles {
 protected:
  /// Elements of 100 m; a soft layer from 1000 m down to `floor`.
  std::vector<std::array<std::string, 2>> remarks(double floor, bool own_steps = false) {
    const auto s = scenario::read_scenario(
        write("case.toml",
              fmt::format("[domain]\nx = [0, 1000]\nz = [-3000, 0]\n[model]\nkind = 'layers'\n"
                          "[[model.layer]]\ntop = 0\nvp = 4000\nvs = 2000\nrho = 2400\n"
                          "[[model.layer]]\ntop = -1000\nvp = 2000\nvs = 1000\nrho = 2000\n"
                          "[[model.layer]]\ntop = {}\nvp = 4000\nvs = 2000\nrho = 2400\n[mesh]\nspacing = 100\n"
                          "[[receivers]]\npositions = [[100, -500]]\n[time]\nduration = 1\n[solver]\nmethod = 'sem'\n",
                          floor)),
        {});
    const auto model = model::make_model(s);
    return thin_layers_remarks(make_levels(s, *model, 0.8), *model, own_steps);
  }
};

/// Waves cross boxes of 100 x 100 m at 4000 m/s 57 times a second, those of 100 x 10 m at 2000 m/s 201 times.
TEST_F(ThinLayersTest, AreToldWithTheStepsTheyMake) {
  const auto found = remarks(-1010);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0][0], "thin layer");
  EXPECT_EQ(
      found[0][1],
      "z = -1010 to -1000 m (vp 2000, vs 1000), 10 m thick, makes the elements flat: the run takes about 3.5 times "
      "as many steps as without it");
  EXPECT_NE(remarks(-1010, true)[0][1].find("they take about 3.5 times as many steps as others"), std::string::npos);
}

TEST_F(ThinLayersTest, OfOrdinaryThicknessAreNot) {
  EXPECT_TRUE(remarks(-1100).empty());
  EXPECT_TRUE(remarks(-1070).empty());  // a single element, but not flat
}

}  // namespace
}  // namespace unda::mesh::thin_layers_test
