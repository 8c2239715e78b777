// The points of an element that snapshots show, and the cells between them: a lattice that is finer the higher the order, since
// between corners alone a polynomial would be a straight line.
#pragma once

#include <array>
#include <vector>

#include "base/vector.hpp"

namespace unda::dg {

class ElementPoints {
 public:
  explicit ElementPoints(int order);

  /// On the unit tetrahedron.
  const std::vector<Vector>& points() const { return points_; }
  /// Tetrahedra of the same volume that fill it, by their points.
  const std::vector<std::array<int, 4>>& cells() const { return cells_; }

 private:
  std::vector<Vector> points_;
  std::vector<std::array<int, 4>> cells_;
};

}  // namespace unda::dg
