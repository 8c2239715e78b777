// Cells that a sea floor cuts have the media of both sides, each its own, however little of one lies in a cell.
#include "fd/cut_contacts.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../model/support.hpp"

namespace unda::fd::cut_contacts_test {
namespace {

constexpr float rho_of_water = 1020, rho_of_rock = 2500;

/// Samples every metre of water over rock whose floor rises by 0.45, in a domain of 80 x 80 m.
scenario::Scenario sloping(const model::test::Folder& folder) {
  scenario::Scenario s = model::test::scenario_of(2, {{0, 80}, {-80, 0}});
  s.boundary.fill(scenario::BoundaryKind::absorbing);
  std::vector<float> vp, vs, rho;
  for (int k = 0; k <= 80; ++k)
    for (int i = 0; i <= 80; ++i) {
      const bool rock = k < 22.3 + 0.45 * i;
      vp.push_back(rock ? 3400 : 1500);
      vs.push_back(rock ? 1963 : 0);
      rho.push_back(rock ? rho_of_rock : rho_of_water);
    }
  s.model.kind = scenario::ModelKind::grid;
  scenario::GridModel& grid = s.model.grid;
  auto file = [&](const char* name, const std::vector<float>& values) {
    return folder.write(name, model::test::npy_float("(81, 81)", values)).string();
  };
  grid.vp.file = file("vp.npy", vp);
  grid.vs.file = file("vs.npy", vs);
  grid.rho.file = file("rho.npy", rho);
  grid.axes = "zx";
  grid.origin = {0, 0, -80};
  grid.spacing = {1, 1, 1};
  grid.geometry_given = true;
  return s;
}

TEST(CutContacts, LittleOfAMediumIsThatMediumToo) {
  const model::test::Folder folder;
  const scenario::Scenario s = sloping(folder);
  const auto model = model::make_model(s);
  int n_small = 0;
  for (double spacing = 3; spacing < 8; spacing += 0.25) {
    const Grid grid = make_grid(s, spacing, 12);
    const CutContacts contacts(*model, grid, 4);
    ASSERT_FALSE(contacts.empty());
    for (int k = 0; k < grid.axis[1].n_nodes; ++k)
      for (int i = 0; i < grid.axis[0].n_nodes; ++i) {
        const std::array<int, 3> node{i, k, 0};
        if (const double share = contacts.share(node); share > 0 && share < 0.02) ++n_small;
        for (const int axis : {0, 1}) {
          const CutContacts::Face face = contacts.face(node, axis);
          if (!face.is_cut() || face.flux == 0) continue;
          EXPECT_NEAR(face.solid_rho, face.solid * rho_of_rock, 1e-3) << i << " " << k;
          EXPECT_NEAR(face.fluid_rho, (1 - face.solid) * rho_of_water, 1e-3) << i << " " << k;
        }
      }
  }
  EXPECT_GT(n_small, 2);
}

}  // namespace
}  // namespace unda::fd::cut_contacts_test
