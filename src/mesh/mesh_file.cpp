// From the elements of a file to a connected mesh.
#include "mesh/mesh_file.hpp"

#include <fmt/format.h>

#include "mesh/geometry.hpp"
#include "mesh/gmsh.hpp"
#include "mesh/gmsh_meaning.hpp"

namespace unda::mesh {
namespace {

using scenario::Scenario;

void check_kinds(const Scenario& s, const GmshMesh& file) {
  for (const int kind : {hexahedron, hexahedron_27, hexahedron_20, prism, pyramid, tetrahedron_10}) {
    if (file.count(kind) == 0) continue;
    const bool curved = kind == tetrahedron_10, hexahedra = kind != prism && kind != pyramid && !curved;
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
  mesh.region_name = region_names(file, 3);
  check_orientation(s, mesh);
  check_extent(s, mesh.name, mesh.nodes);

  std::vector<TaggedFacet> tagged;
  if (file.count(triangle) > 0) {
    const GmshElements& triangles = file.elements.at(triangle);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const int boundary = boundary_of_group(file, 2, triangles.group[t]);
      if (boundary >= 0)
        tagged.push_back({{triangles.nodes[3 * t], triangles.nodes[3 * t + 1], triangles.nodes[3 * t + 2]}, boundary});
    }
  }
  connect(mesh, s, tagged);
  return mesh;
}

}  // namespace unda::mesh
