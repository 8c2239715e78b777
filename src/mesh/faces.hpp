// Faces of elements of any kind: what lies beyond them, the conditions on those at the boundary, and pairs of faces with the same
// nodes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/vector.hpp"
#include "scenario/scenario.hpp"

namespace unda::mesh {

/// What lies beyond a face of an element: the face of another element, or nothing.
struct Neighbour {
  int element = -1;
  int face = -1;
  bool exists() const { return element >= 0; }
};

/// A condition that holds on a face whatever [boundary] says of its side.
constexpr int boundary_code(scenario::BoundaryKind kind) { return 6 + static_cast<int>(kind); }
/// The condition of a face without neighbour, by its centre.
inline scenario::BoundaryKind condition(const scenario::Scenario& scenario, int code, const Vector& centre) {
  return code < 6 ? scenario.condition(static_cast<Face>(code), centre) : static_cast<scenario::BoundaryKind>(code - 6);
}

/// The side of the box to which a normal points.
inline int side_facing(const Vector& normal) {
  int axis = 0;
  for (int a = 1; a < 3; ++a)
    if (std::abs(normal[a]) > std::abs(normal[axis])) axis = a;
  return 2 * axis + (normal[axis] > 0 ? 1 : 0);
}

/// A face by its corners, by rising number.
template <int n>
struct FaceKey {
  std::array<int, n> nodes;
  int element, face;
};

template <std::size_t n>
std::array<int, n> sorted(std::array<int, n> nodes) {
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

/// f(one, other) for all faces with equal nodes. Throws InputError where three elements have one.
template <int n, class Function>
void for_each_pair_of_faces(const std::string& name, const std::vector<Vector>& nodes, std::vector<FaceKey<n>>& keys,
                            Function f) {
  std::sort(keys.begin(), keys.end(), [](const FaceKey<n>& a, const FaceKey<n>& b) { return a.nodes < b.nodes; });
  for (std::size_t k = 0; k < keys.size();) {
    std::size_t end = k + 1;
    while (end < keys.size() && keys[end].nodes == keys[k].nodes) ++end;
    if (end - k > 2) {
      const Vector& x = nodes[static_cast<std::size_t>(keys[k].nodes[0])];
      throw InputError(
          fmt::format("{}: a face beside the node at ({:.6g}, {:.6g}, {:.6g}) is shared by {} elements; allowed: one "
                      "or two. The mesh "
                      "overlaps itself: make it again",
                      name, x[0], x[1], x[2], end - k));
    }
    if (end - k == 2) f(keys[k], keys[k + 1]);
    k = end;
  }
}

}  // namespace unda::mesh
