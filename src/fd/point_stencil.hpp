// A point between the grid points of one field: the grid points around it and their weights, mirrored or
// wrapped back into the grid at the faces. Reads a value as sum w f, or spreads a source as f += w s /
// volume.
#pragma once

#include <vector>

#include "fd/images.hpp"

namespace unda::fd {

struct StencilPoint {
  std::array<int, 3> node{};  ///< i, j, k
  double weight = 0;
};

std::vector<StencilPoint> point_stencil(const Grid& grid, const FieldImages& images, const Vector& position);

}  // namespace unda::fd
