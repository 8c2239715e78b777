// Layers on the sides of a mesh: the plane of a side is where the mesh ends, rounded coordinates do not matter, and faces that stay
// without layers are told.
#include "mesh/outward_layers.hpp"

#include <gtest/gtest.h>

#include "mesh/faces.hpp"
#include "mesh/levels.hpp"
#include "model/model.hpp"

namespace unda::mesh::outward_layers_test {
namespace {

using scenario::BoundaryKind;

scenario::Scenario box_scenario() {
  scenario::Scenario s;
  s.domain.dim = 3;
  s.domain.extent = {{{0, 4}, {0, 3}, {-2, 0}}};
  s.boundary.fill(BoundaryKind::absorbing);
  s.boundary[5] = BoundaryKind::free;
  s.mesh.spacing = 1;
  s.model.uniform = {2000, 1000, 2000, 0, 0, {}};
  return s;
}

Tetrahedra box(const scenario::Scenario& s, const std::function<Vector(Vector)>& moved) {
  Tetrahedra mesh = cut_boxes(make_levels(s, *model::make_model(s), 1));
  for (Vector& x : mesh.nodes) x = moved(x);
  connect(mesh, s);
  return mesh;
}

LayerGrowth grow_two(const scenario::Scenario& s, Tetrahedra& mesh) {
  return grow_layers(
      s,
      [](double) {
        return GrowingLayers{2, 1.5};
      },
      mesh);
}

double volume_of(const Tetrahedra& mesh) {
  double sum = 0;
  for (std::size_t e = 0; e < mesh.size(); ++e) sum += mesh.volume(e);
  return sum;
}

/// Layers of the same thickness, 2.5 (1 + 1.5) boxes, on all sides but the top.
void expect_five_sides(const scenario::Scenario& s, Tetrahedra mesh, double length, double near) {
  const LayerGrowth grown = grow_two(s, mesh);
  EXPECT_TRUE(grown.bare.empty());
  EXPECT_EQ(grown.extent.n_layers, (std::array<std::array<int, 2>, 3>{{{2, 2}, {2, 2}, {2, 0}}}));
  EXPECT_NEAR(volume_of(mesh), (length + 5) * (3 + 5) * (2 + 2.5), near);
}

TEST(OutwardLayers, GrowOnAllFlatSides) {
  const scenario::Scenario s = box_scenario();
  expect_five_sides(s, box(s, [](Vector x) { return x; }), 4, 1e-9);
}

/// By as much as a file is allowed to.
TEST(OutwardLayers, GrowWhereTheMeshEndsBesideTheDomain) {
  const scenario::Scenario s = box_scenario();
  expect_five_sides(s, box(s, [](Vector x) { return Vector{x[0] * (1 - 5e-4), x[1], x[2]}; }), 4 * (1 - 5e-4), 0.2);
}

TEST(OutwardLayers, GrowOnSidesOfRoundedCoordinates) {
  const scenario::Scenario s = box_scenario();
  const Tetrahedra mesh = box(s, [](Vector x) { return x[0] == 4 ? Vector{4 - 1e-3 * (x[1] == 1), x[1], x[2]} : x; });
  expect_five_sides(s, mesh, 4, 1e-2);
}

TEST(OutwardLayers, SidesWithoutAreTold) {
  const scenario::Scenario s = box_scenario();
  Tetrahedra mesh = box(s, [](Vector x) { return x[0] == 4 && x[1] == 1 && x[2] == -1 ? Vector{3.9, x[1], x[2]} : x; });
  const LayerGrowth grown = grow_two(s, mesh);
  EXPECT_EQ(grown.extent.n_layers[0], (std::array<int, 2>{2, 0}));
  ASSERT_EQ(grown.bare.size(), 1U);
  EXPECT_EQ(grown.bare[0].side, 1);
  EXPECT_EQ(grown.bare[0].n_faces, 12U);
  EXPECT_EQ(grown.bare[0].plane, 4);
  EXPECT_NEAR(grown.bare[0].farthest, 0.1, 1e-12);
}

/// Faces that a group calls absorbing, on a side that is free.
TEST(OutwardLayers, AbsorbingFacesElsewhereAreTold) {
  const scenario::Scenario s = box_scenario();
  Tetrahedra mesh = box(s, [](Vector x) { return x; });
  for (auto& codes : mesh.boundary)
    for (signed char& code : codes)
      if (code == 5) code = static_cast<signed char>(boundary_code(BoundaryKind::absorbing));
  const LayerGrowth grown = grow_two(s, mesh);
  ASSERT_EQ(grown.bare.size(), 1U);
  EXPECT_EQ(grown.bare[0].side, 5);
  EXPECT_EQ(grown.bare[0].n_faces, 24U);
  EXPECT_EQ(grown.bare[0].farthest, 0);
}

}  // namespace
}  // namespace unda::mesh::outward_layers_test
