// The elements that a plan names as those that limit the step: the flattened ones, from the worst on, with place and size.
#include "dg/step_report.hpp"

#include <gtest/gtest.h>

#include "dg/stable_step.hpp"

namespace unda::dg::step_report_test {
namespace {

TEST(StepReport, FindsTheSlowestAndCountsThoseAlike) {
  const std::vector<double> step{3, 1, 2, 1, 5, 2 * (1 + 1e-9), 1, 4};
  const std::vector<SlowElement> slowest = slowest_elements(step, 3);
  ASSERT_EQ(slowest.size(), 3U);
  const std::vector<std::array<std::size_t, 2>> expected{{1, 3}, {2, 2}, {0, 1}};
  for (std::size_t n = 0; n < 3; ++n) {
    EXPECT_EQ(slowest[n].element, expected[n][0]);
    EXPECT_EQ(slowest[n].n_alike, expected[n][1]);
  }
  EXPECT_EQ(slowest_elements({2, 2}, 5).size(), 1U);
}

/// Boxes of 1 m, and the node at (2, 2, -2) moved up to 0.2 m below its neighbour.
TEST(StepReport, NamesTheFlatElementsOfAMesh) {
  scenario::Scenario s;
  s.domain.dim = 3;
  s.domain.extent = {{{0, 4}, {0, 4}, {-4, 0}}};
  s.boundary.fill(scenario::BoundaryKind::free);
  s.mesh.spacing = 1;
  s.model.uniform = {2000, 1000, 2000, 0, 0, {}};
  const auto model = model::make_model(s);
  mesh::Tetrahedra mesh = mesh::cut_boxes(mesh::make_levels(s, *model, 1));
  for (Vector& x : mesh.nodes)
    if (norm(x - Vector{2, 2, -2}) < 1e-9) x[2] = -1.2;
  mesh::connect(mesh, s);
  const Materials materials = make_materials(mesh, *model);
  std::vector<double> step;
  for (std::size_t e = 0; e < mesh.size(); ++e) step.push_back(stable_step(mesh, materials, 4, e));

  for (const SlowElement& slow : slowest_elements(step, 3)) {
    EXPECT_LT(norm(mesh.centre(slow.element) - Vector{2, 2, -1.2}), 1);
    EXPECT_LE(slow.n_alike, 4U);
  }
  const std::vector<SlowElement> slowest = slowest_elements(step);
  const std::vector<method::StepBound> bounds = step_bounds(mesh, materials, slowest);
  ASSERT_EQ(bounds.size(), 5U);
  EXPECT_LT(norm(bounds[0].position - Vector{2, 2, -1.2}), 1);
  EXPECT_NEAR(bounds[0].speed, 2000, 1e-9);
  EXPECT_NEAR(bounds[0].fastest, 2000, 1e-9);
  EXPECT_NEAR(bounds[0].shortest, 0.2, 1e-9);
  EXPECT_TRUE(bounds[0].is_smallest && !bounds[0].is_in_layer && !bounds[4].is_smallest);
  const auto lines = step_report(mesh, step, slowest, bounds);
  ASSERT_EQ(lines.size(), 5U);  // how all are shaped, then the elements after the first
  EXPECT_EQ(lines[0][0], "quality");
  EXPECT_EQ(lines[1][0], "next steps");
  EXPECT_NE(lines[1][1].find(" s " + bounds[1].words()), std::string::npos) << lines[1][1];
}

}  // namespace
}  // namespace unda::dg::step_report_test
