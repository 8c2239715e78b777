// How well the tetrahedra of a mesh are shaped.
#pragma once

#include <string>
#include <vector>

#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

/// Of the elements of the domain. The radius ratio is three times that of the inner sphere over that of the sphere through the corners: 1
/// where an element is regular, 0 where it is flat.
struct MeshQuality {
  double worst_ratio = 1, mean_ratio = 0;
  Vector worst_at{};
  double least_angle = 180, largest_angle = 0;  ///< between two faces, degrees
  std::array<std::size_t, 10> histogram{};      ///< of radius ratios, in tenths
};
MeshQuality quality_of(const Tetrahedra& mesh);

/// For people, a line each.
std::vector<std::string> describe(const MeshQuality& quality);

}  // namespace unda::mesh
