// Which layers of a mesh are fluid and which solid, and which attenuate.
#pragma once

#include <vector>

#include "mesh/levels.hpp"
#include "parallel/cartesian.hpp"
#include "scenario/scenario.hpp"
#include "sem/kernels/stiffness.hpp"

namespace unda::sem {

/// Neighbouring layers of the whole mesh with one law.
struct Part {
  parallel::Range layers;
  Physics physics = Physics::elastic;
  bool attenuates = false;  ///< where none of its media does it keeps no memory variables
};

/// From the bottom up; neighbours have different laws.
std::vector<Part> parts_of_mesh(const mesh::Levels& levels, const model::Model& model);

/// The faces on which the field of a part is zero: of displacements rigid ones, of the potential free ones. The others do nothing to
/// it, where they do not absorb.
inline scenario::BoundaryKind held_face(Physics physics) {
  return is_solid(physics) ? scenario::BoundaryKind::rigid : scenario::BoundaryKind::free;
}
inline scenario::BoundaryKind loose_face(Physics physics) {
  return is_solid(physics) ? scenario::BoundaryKind::free : scenario::BoundaryKind::rigid;
}

}  // namespace unda::sem
