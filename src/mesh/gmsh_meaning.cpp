// Names of groups, and the extent of the domain.
#include "mesh/gmsh_meaning.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mesh/faces.hpp"

namespace unda::mesh {

using scenario::BoundaryKind;

std::map<int, std::string> region_names(const GmshMesh& file, int dimension) {
  std::map<int, std::string> names;
  for (const auto& [group, name] : file.group_name)
    if (group.first == dimension) names[group.second] = name;
  return names;
}

int boundary_of_group(const GmshMesh& file, int dimension, int group) {
  const auto name = file.group_name.find({dimension, group});
  if (name == file.group_name.end()) return -1;
  for (int face = 0; face < 6; ++face)
    if (name->second == face_names[face]) return face;
  for (const BoundaryKind kind : {BoundaryKind::free, BoundaryKind::absorbing, BoundaryKind::rigid})
    if (name->second == scenario::name_of(kind)) return boundary_code(kind);
  return -1;
}

void check_extent(const scenario::Scenario& s, const std::string& name, const std::vector<Vector>& nodes) {
  for (int a = 0; a < 3; ++a) {
    if (s.domain.dim == 2 && a == 1) continue;
    const auto [low, high] =
        std::minmax_element(nodes.begin(), nodes.end(), [a](const Vector& x, const Vector& y) { return x[a] < y[a]; });
    const scenario::Interval extent = s.domain.extent[a];
    const double tolerance = 1e-3 * extent.length();
    const bool fits = std::abs((*low)[a] - extent.low) < tolerance && std::abs((*high)[a] - extent.high) < tolerance;
    if (!fits)
      s.fail("mesh.file",
             fmt::format("{} reaches from {} = {:.6g} to {:.6g}, the domain from {:.6g} to {:.6g}; make domain.{} "
                         "fit the mesh",
                         name, axis_names[a], (*low)[a], (*high)[a], extent.low, extent.high, axis_names[a]));
  }
}

}  // namespace unda::mesh
