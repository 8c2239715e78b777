// Sources by spectral elements on meshes of bent, uneven, turned and shuffled hexahedra against closed forms: a double couple and a force in
// a full space, Lamb's problem.
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "mesh_file.hpp"
#include "support.hpp"
#include "unit/mesh/hexahedra_boxes.hpp"

namespace unda::verification::any_hexahedra_sources_test {
namespace {

/// The worst receiver of an example. Corners inside the domain are moved by waves of a third of an element and anywhere within a tenth.
double worst(const std::string& example, double spacing, std::vector<std::string> overrides) {
  overrides.insert(overrides.end(), {"solver.method=sem", "solver.sem.absorbing_elements=0"});
  const scenario::Scenario plain = example_scenario("verification/" + example, overrides);
  const auto& extent = plain.domain.extent;
  mesh::HexahedraBox box;
  box.turned = box.shuffled = true;
  for (int axis = 0; axis < 3; ++axis) {
    box.n[axis] = static_cast<int>(std::ceil(extent[axis].length() / spacing));
    box.low[axis] = extent[axis].low;
    box.high[axis] = extent[axis].high;
  }
  std::mt19937 random(7);
  box.map = [&](const Vector& x) {
    Vector moved = x;
    for (int axis = 0; axis < 3; ++axis) {
      const double inside = std::sin(std::numbers::pi * (x[axis] - extent[axis].low) / extent[axis].length());
      const double away = std::uniform_real_distribution<double>(-0.1, 0.1)(random);
      if (inside > 1e-6)
        moved[axis] += spacing * (inside / 3 * std::sin(x[(axis + 1) % 3] / 137 + x[(axis + 2) % 3] / 193) + away);
    }
    return moved;
  };
  const MeshFile file;
  file.write(mesh::gmsh_of(box));
  for (const std::string& o : file.overrides()) overrides.push_back(o);
  const auto report = closed_form_misfit(example_scenario("verification/" + example, overrides));
  std::printf("%s: misfit %.1e, worst %.1e at %s\n", example.c_str(), report.misfit, report.worst,
              report.worst_label.c_str());
  return report.worst;
}

// Nothing comes back from the edges in time.
TEST(AnyHexahedraSources, DoubleCoupleAndForce) {
  EXPECT_LT(
      worst("full_space_3d.toml", 120,
            {"domain.x=[-500, 1700]", "domain.y=[-450, 1750]", "domain.z=[-2500, -300]", "time.duration=0.85",
             "receivers.positions=[[1063.7, 651.3, -1398.1], [814.9, 1024.5, -1124.9], [401.7, 351.3, -1198.1]]"}),
      0.02);
}

TEST(AnyHexahedraSources, Lamb) {
  EXPECT_LT(worst("lamb_3d.toml", 90,
                  {"domain.x=[-300, 1400]", "domain.y=[-400, 1300]", "domain.z=[-950, 0]", "time.duration=0.95",
                   "receivers.positions=[[803.3, 400, 0], [700, 700, 0]]"}),
            0.02);
}

}  // namespace
}  // namespace unda::verification::any_hexahedra_sources_test
