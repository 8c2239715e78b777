// How well the hexahedra of a mesh are shaped.
#pragma once

#include <string>
#include <vector>

#include "mesh/hexahedra.hpp"

namespace unda::mesh {

/// The scaled Jacobian of an element is the least volume of its tangents at corners and centre over that of a box with edges as long: 1
/// where all angles are right, 0 where the element is flat.
struct HexahedraQuality {
  double worst_shape = 1, mean_shape = 0;
  Vector worst_at{};
  double shortest_edge = 0, longest_edge = 0;  ///< between corners, m
  double largest_ratio = 1;                    ///< of the longest and the shortest edge of an element
};
HexahedraQuality quality_of(const Hexahedra& mesh);

/// For people, a line each.
std::vector<std::string> describe(const HexahedraQuality& quality);

}  // namespace unda::mesh
