// Sections through a model: which planes there are, where their points lie, and that values are those of the model.
#include "model/section.hpp"

#include "unit/model/support.hpp"

namespace unda::model::test::section_test {
namespace {

scenario::Material material(double vp, double vs, double rho) {
  scenario::Material m;
  m.vp = vp;
  m.vs = vs;
  m.rho = rho;
  return m;
}

TEST(Section, OfAUniformModelHasOnlyItsCorners) {
  scenario::Scenario s = scenario_of(2, {{0, 3000}, {-1500, 0}});
  s.model.uniform = material(1500, 0, 1000);
  const std::vector<Section> sections = sections_through({600, 0, -400}, *make_model(s), s.domain);
  ASSERT_EQ(sections.size(), 1U);
  EXPECT_EQ(sections[0].name, "xz");
  EXPECT_EQ(sections[0].coordinates[0], (std::vector<double>{-1500, 0}));
  EXPECT_EQ(sections[0].coordinates[1], (std::vector<double>{0, 3000}));
  EXPECT_EQ(sections[0].vp, (std::vector<float>{1500, 1500, 1500, 1500}));
}

TEST(Section, OfLayersHasTwoPlanesWithTheLayerOfEachPoint) {
  scenario::Scenario s = scenario_of(3, {{0, 1000}, {-500, 500}, {-4000, 0}});
  s.model.kind = scenario::ModelKind::layers;
  s.model.layers = {{0, material(2000, 1000, 2000)}, {-1000, material(4000, 2000, 2500)}};
  const std::vector<Section> sections = sections_through({100, 20, -1500}, *make_model(s), s.domain);
  ASSERT_EQ(sections.size(), 2U);
  const Section &xz = sections[0], &xy = sections[1];
  EXPECT_EQ(xz.axes, (std::vector<int>{2, 0}));
  ASSERT_EQ(xz.coordinates[0].size(), static_cast<std::size_t>(points_of_section));
  ASSERT_EQ(xz.coordinates[1].size(), 2U);
  for (std::size_t k = 0; k < xz.coordinates[0].size(); ++k)
    EXPECT_EQ(xz.vs[2 * k], xz.coordinates[0][k] > -1000 ? 1000.0F : 2000.0F) << "z = " << xz.coordinates[0][k];
  EXPECT_EQ(xy.name, "xy");
  EXPECT_EQ(xy.axes, (std::vector<int>{1, 0}));
  EXPECT_EQ(xy.coordinates[0], (std::vector<double>{-500, 500}));
  EXPECT_EQ(xy.rho, (std::vector<float>{2500, 2500, 2500, 2500}));  // at the depth of the point
}

TEST(Section, OfAGridLiesSlowestAxisFirst) {
  const Folder folder;
  // vp = 1500 + x/2 - z on the corners of 1000 x 400; linear between them.
  const auto file = folder.write("vp.npy", npy_float("(2, 2)", {1500, 2000, 1900, 2400}));
  const scenario::Scenario s = grid_scenario(2, {{0, 1000}, {-400, 0}}, from_file(file), {0, 0, 0}, {1000, 0, -400});
  const std::vector<Section> sections = sections_through({0, 0, 0}, *make_model(s), s.domain);
  ASSERT_EQ(sections.size(), 1U);
  const auto n = static_cast<std::size_t>(points_of_section);
  ASSERT_EQ(sections[0].vp.size(), n * n);
  for (const std::size_t k : {std::size_t{0}, n / 3, n - 1})
    for (const std::size_t i : {std::size_t{0}, n / 7, n - 1})
      EXPECT_NEAR(sections[0].vp[k * n + i], 1500 + sections[0].coordinates[1][i] / 2 - sections[0].coordinates[0][k],
                  1e-2);
}

TEST(Section, OfAOneDimensionalModelIsAProfile) {
  const Folder folder;
  const auto file = folder.write("vp.npy", npy_float("(3,)", {1500, 1500, 2500}));
  const scenario::Scenario s = grid_scenario(1, {{0, 200}}, from_file(file), {0, 0, 0}, {100, 0, 0});
  const std::vector<Section> sections = sections_through({0, 0, 0}, *make_model(s), s.domain);
  ASSERT_EQ(sections.size(), 1U);
  EXPECT_EQ(sections[0].name, "x");
  ASSERT_EQ(sections[0].vp.size(), static_cast<std::size_t>(points_of_section));
  EXPECT_NEAR(sections[0].vp[300], 2000, 1e-2);  // x = 150
}

}  // namespace
}  // namespace unda::model::test::section_test
