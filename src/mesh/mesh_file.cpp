// From the elements of a file to a connected mesh.
#include "mesh/mesh_file.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"
#include "mesh/geometry.hpp"
#include "mesh/gmsh.hpp"

namespace unda::mesh {
namespace {

using scenario::Scenario;

void check_kinds(const Scenario& s, const GmshMesh& file) {
  for (const int kind : {5, 12, 17, 6, 7, 11}) {
    if (file.count(kind) == 0) continue;
    const bool curved = kind == 11, hexahedra = kind == 5 || kind == 12 || kind == 17;
    s.fail("mesh.file", fmt::format("{} has {} {}; discontinuous Galerkin takes tetrahedra of 4 nodes{}", file.name,
                                    file.count(kind), name_of_kind(kind),
                                    curved      ? ": mesh with elements of order 1"
                                    : hexahedra ? "; hexahedra are for method = \"sem\""
                                                : ""));
  }
  if (file.count(tetrahedron) == 0)
    s.fail("mesh.file", fmt::format("{} has no tetrahedra; save all elements of the volumes", file.name));
}

/// All elements of a file turn the same way round; one that does not is inverted.
void check_orientation(const Scenario& s, const Tetrahedra& mesh) {
  std::size_t n_negative = 0, example = 0;
  for (std::size_t e = 0; e < mesh.size(); ++e) {
    const Vector origin = mesh.corner(e, 0);
    if (dot(mesh.corner(e, 1) - origin, cross(mesh.corner(e, 2) - origin, mesh.corner(e, 3) - origin)) < 0) {
      ++n_negative;
      example = e;
    }
  }
  if (n_negative == 0 || n_negative == mesh.size()) return;
  const Vector x = mesh.centre(example);
  s.fail("mesh.file",
         fmt::format("{}: {} of {} elements are inverted, such as the one at ({:.6g}, {:.6g}, {:.6g}); make the "
                     "mesh again",
                     mesh.name, n_negative, mesh.size(), x[0], x[1], x[2]));
}

void check_extent(const Scenario& s, const Tetrahedra& mesh) {
  for (int a = 0; a < 3; ++a) {
    const auto [low, high] = std::minmax_element(mesh.nodes.begin(), mesh.nodes.end(),
                                                 [a](const Vector& x, const Vector& y) { return x[a] < y[a]; });
    const scenario::Interval extent = s.domain.extent[a];
    const double tolerance = 1e-3 * extent.length();
    const bool fits = std::abs((*low)[a] - extent.low) < tolerance && std::abs((*high)[a] - extent.high) < tolerance;
    if (!fits)
      s.fail("mesh.file",
             fmt::format("{} reaches from {} = {:.6g} to {:.6g}, the domain from {:.6g} to {:.6g}; make domain.{} "
                         "fit the mesh",
                         mesh.name, axis_names[a], (*low)[a], (*high)[a], extent.low, extent.high, axis_names[a]));
  }
}

/// What a group's name says of a boundary; -1: nothing.
int boundary_of_name(const std::string& name) {
  for (int face = 0; face < 6; ++face)
    if (name == face_names[face]) return face;
  using scenario::BoundaryKind;
  for (const BoundaryKind kind : {BoundaryKind::free, BoundaryKind::absorbing, BoundaryKind::rigid})
    if (name == scenario::name_of(kind)) return boundary_code(kind);
  return -1;
}

}  // namespace

Tetrahedra read_tetrahedra(const Scenario& s) {
  const GmshMesh file = read_gmsh(s.mesh.file);
  check_kinds(s, file);
  Tetrahedra mesh;
  mesh.name = file.name;
  mesh.nodes = file.nodes;
  const GmshElements& list = file.elements.at(tetrahedron);
  for (std::size_t e = 0; e < list.size(); ++e)
    mesh.corners.push_back({list.nodes[4 * e], list.nodes[4 * e + 1], list.nodes[4 * e + 2], list.nodes[4 * e + 3]});
  mesh.region = list.group;
  for (const auto& [group, name] : file.group_name)
    if (group.first == 3) mesh.region_name[group.second] = name;
  check_orientation(s, mesh);
  check_extent(s, mesh);

  std::vector<TaggedFacet> tagged;
  if (file.count(triangle) > 0) {
    const GmshElements& triangles = file.elements.at(triangle);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const auto name = file.group_name.find({2, triangles.group[t]});
      const int boundary = name != file.group_name.end() ? boundary_of_name(name->second) : -1;
      if (boundary >= 0)
        tagged.push_back({{triangles.nodes[3 * t], triangles.nodes[3 * t + 1], triangles.nodes[3 * t + 2]}, boundary});
    }
  }
  connect(mesh, s, tagged);
  return mesh;
}

}  // namespace unda::mesh
