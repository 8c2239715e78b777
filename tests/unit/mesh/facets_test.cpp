// The top of a mesh of tetrahedra: from boxes and from its faces alike, and points on it are found in the mesh.
#include "mesh/facets.hpp"

#include <cmath>

#include "mesh/locate.hpp"
#include "unit/model/support.hpp"
#include "unit/scenario/support.hpp"

namespace unda::mesh::facets_test {
namespace {

class FacetsTest : public scenario::test::ScenarioFiles {
 protected:
  scenario::Scenario hill() {
    std::vector<float> z;
    for (int j = 0; j <= 10; ++j)
      for (int i = 0; i <= 20; ++i)
        z.push_back(static_cast<float>(200 * std::exp(-std::pow((i - 10) / 4.0, 2)) * std::cos(0.3 * j)));
    write("hill.npy", model::test::npy_float("(11, 21)", z));
    return scenario::read_scenario(
        write("case.toml",
              "[domain]\nx = [0, 2000]\ny = [0, 1000]\nz = [-1500, 0]\n"
              "topography = { file = 'hill.npy', spacing = [100, 100] }\n"
              "[model]\nkind = 'uniform'\nvp = 3000\nvs = 1500\nrho = 2000\n[mesh]\nspacing = 400\n"
              "[[receivers]]\npositions = [[100, 100, -500]]\n[time]\nduration = 1\n[solver]\nmethod = 'dg'\n"),
        {});
  }
};

TEST_F(FacetsTest, BoxesAndFacesHaveTheSameTopAndPointsOnItAreInTheMesh) {
  const scenario::Scenario s = hill();
  Levels levels = make_levels(s, *model::make_model(s), 1);
  const Levels alone = levels;
  add_absorbing_boxes(s, 2, 1.5, levels);
  Tetrahedra mesh = cut_boxes(levels);
  connect(mesh, s);
  const TopFacets facets(top_triangles(mesh));
  const Locator locator(mesh);
  const Surface surface(s);
  double farthest = 0;
  for (int j = 0; j <= 21; ++j)
    for (int i = 0; i <= 37; ++i) {
      const double x = 2000.0 * i / 37, y = 1000.0 * j / 21;
      const auto found = facets.at(x, y);
      ASSERT_TRUE(found.has_value()) << x << " " << y;
      EXPECT_NEAR(found->height, facet_of_boxes(alone, x, y).height, 1e-9);
      EXPECT_NEAR(found->height, facet_of_boxes(levels, x, y).height, 1e-9);
      EXPECT_NEAR(found->edge, facet_of_boxes(alone, x, y).edge, 60);  // on an edge either facet may be meant
      farthest = std::max(farthest, std::abs(found->height - surface.height(x, y)));
      const auto places = locator.find({x, y, found->height});
      ASSERT_FALSE(places.empty());
      const Vector& p = places.front().local;
      EXPECT_GT(std::min({p[0], p[1], p[2], 1 - p[0] - p[1] - p[2]}), -1e-7);
    }
  EXPECT_GT(farthest, 5);  // facets of 400 m do not follow the hill
  EXPECT_FALSE(facets.at(-1, 500).has_value());
  EXPECT_FALSE(facets.at(1000, 1001).has_value());
}

}  // namespace
}  // namespace unda::mesh::facets_test
