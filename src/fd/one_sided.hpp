// Faces without images: what one-sided differences beside a face change against the plain stencil, which has taken zeros
// for the points beyond it. The change is added after the sweep's update of a row, as the absorbing layers do.
#pragma once

#include <vector>

#include "fd/grid.hpp"

namespace unda::fd {

/// The change at one level: weights for the points `offset` steps along the axis from the row.
template <class Real>
struct LevelWeights {
  int first_offset = 0;
  std::vector<Real> weights;  ///< for consecutive points
};

/// One face of the grid on one axis. Level 0 is the node (or the half point) nearest to the face.
template <class Real>
struct OneSidedFace {
  int axis = 0;
  bool high = false;
  bool free = true;  ///< traction-free; otherwise rigid
  int n_levels = 0;
  int last_node = 0;
  std::vector<LevelWeights<Real>> at_node, at_half;

  /// The level of a derivative on node or half point `index`; not below n_levels where the plain stencil holds.
  int level(int index, bool half) const { return high ? last_node - (half ? 1 : 0) - index : index; }
  int face_node() const { return high ? last_node : 0; }
  bool reaches(int index) const { return high ? index > last_node - n_levels - 1 : index < n_levels; }
};

template <class Real>
OneSidedFace<Real> make_one_sided_face(const Grid& grid, int axis, bool high, int radius);

/// Lengths in cells that the points beside such a face stand for (the norm of summation by parts); 1 away from it.
double point_length(const Grid& grid, int axis, bool low_face, bool high_face, int radius, int index, bool half);

}  // namespace unda::fd
