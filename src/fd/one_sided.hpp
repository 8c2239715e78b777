// Faces without images: what one-sided differences beside a face change against the plain stencil, which has taken zeros
// for the points beyond it. The change is added after the sweep's update of a row, as the absorbing layers do.
#pragma once

#include <cstdint>
#include <vector>

#include "fd/grid.hpp"

namespace unda::fd {

/// The change at one level: weights for the points `offset` steps along the axis from the row.
template <class Real>
struct LevelWeights {
  int first_offset = 0;
  std::vector<Real> weights;  ///< for consecutive points
};

/// One face of the grid on one axis, or a plane within the grid along which a fluid slips (slip_interfaces.hpp). Level 0 is
/// the node (or the half point) nearest to the face, or the first from below.
template <class Real>
struct OneSidedFace {
  int axis = 0;
  bool high = false;
  bool free = true;  ///< traction-free; otherwise rigid
  int n_levels = 0;
  int last_node = 0;
  bool slips = false;          ///< within the grid
  int first = 0;               ///< then: the node of level 0
  std::uint32_t fields = ~0u;  ///< whose derivatives change, by number
  int first_fluid = 0;         ///< planes of the fluid with a thickness of their own
  std::vector<Real> fluid_thickness;
  std::vector<LevelWeights<Real>> at_node, at_half;

  /// The level of a derivative on node or half point `index`; not below n_levels where the plain stencil holds.
  int level(int index, bool half) const {
    if (slips) return index - first;
    return high ? last_node - (half ? 1 : 0) - index : index;
  }
  bool changes(int field) const { return (fields >> field & 1u) != 0; }
  int face_node() const { return high ? last_node : 0; }
  bool reaches(int index) const {
    if (slips) return index >= first && index < first + n_levels;
    return high ? index > last_node - n_levels - 1 : index < n_levels;
  }
};

template <class Real>
OneSidedFace<Real> make_one_sided_face(const Grid& grid, int axis, bool high, int radius);

/// From where to where the cell of a point reaches, in indices: half a cell to either side, and beside a face with one-sided
/// differences as much as the point stands for.
std::pair<double, double> cell_along(const Axis& axis, int index, bool half);

/// Lengths in cells that the points beside such a face stand for (the norm of summation by parts); 1 away from it.
double point_length(const Grid& grid, int axis, bool low_face, bool high_face, int radius, int index, bool half);

}  // namespace unda::fd
