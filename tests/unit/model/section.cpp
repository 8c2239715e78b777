// Sections through a model: which planes there are, where their points lie, and that values are those of the model.
#include "model/section.hpp"

#include <cmath>

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
  ASSERT_EQ(sections.size(), 2U);
  EXPECT_EQ(sections[1].name, "surface");
  EXPECT_EQ(sections[1].height, (std::vector<float>{0, 0}));
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
  ASSERT_EQ(sections.size(), 4U);
  const Section &xz = sections[0], &xy = sections[1];
  EXPECT_EQ(sections[2].name, "surface");
  EXPECT_EQ(sections[2].vs, (std::vector<float>{1000, 1000, 1000, 1000}));
  EXPECT_EQ(sections[3].name, "volume");
  EXPECT_EQ(sections[3].axes, (std::vector<int>{2, 1, 0}));
  EXPECT_EQ(sections[3].vp.size(), static_cast<std::size_t>(4 * points_of_volume));
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
  ASSERT_EQ(sections.size(), 2U);
  const auto n = static_cast<std::size_t>(points_of_section);
  ASSERT_EQ(sections[0].vp.size(), n * n);
  for (const std::size_t k : {std::size_t{0}, n / 3, n - 1})
    for (const std::size_t i : {std::size_t{0}, n / 7, n - 1})
      EXPECT_NEAR(sections[0].vp[k * n + i], 1500 + sections[0].coordinates[1][i] / 2 - sections[0].coordinates[0][k],
                  1e-2);
}

TEST(Section, UnderAHillEndsAtIt) {
  scenario::Scenario s = scenario_of(3, {{0, 1000}, {0, 1000}, {-500, 0}});
  s.model.uniform = material(2000, 1000, 2000);
  const SectionTop top{[](double x, double y) { return 0.1 * x - 0.05 * y; }, 100};
  const std::vector<Section> sections = sections_through({500, 200, -20}, *make_model(s), s.domain, top);
  const Section &xz = sections[0], &xy = sections[1], &surface = sections[2];
  EXPECT_EQ(xz.coordinates[0].back(), 100);
  const std::size_t n = points_of_section;
  for (std::size_t k = 0; k < n; k += 7)
    for (std::size_t i = 0; i < n; i += 11) {
      const double above = xz.coordinates[0][k] - (0.1 * xz.coordinates[1][i] - 10);
      EXPECT_TRUE(std::abs(above) < 0.01 || std::isnan(xz.vp[k * n + i]) == (above > 0)) << above;
      EXPECT_NEAR(surface.height[k * n + i], 0.1 * surface.coordinates[1][i] - 0.05 * surface.coordinates[0][k], 1e-3);
      EXPECT_EQ(surface.vp[k * n + i], 2000.0F);
    }
  EXPECT_TRUE(std::isnan(xy.vp[(n - 1) * n]));  // x = 0, y = 1000: the surface is at -50
  EXPECT_FALSE(std::isnan(xy.vp[0]));
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
