// Where a mesh bounds the time step: the few boxes of elements in which waves cross elements fastest.
//
// The largest eigenvalue of stiffness over mass in a box whose sides are held is a little less than that of a mesh that goes on
// beyond them, by a part that falls with the square of its width; with loose sides it would be a quarter more in solids.
#pragma once

#include <vector>

#include "parallel/communicator.hpp"
#include "sem/materials.hpp"

namespace unda::sem {

/// Elements of the whole mesh along each axis.
using Box = std::array<parallel::Range, 3>;

struct PatchLimits {
  double whole = 1e6,
         patch = 1.2e5;  ///< numbers of a field: up to the first a mesh is one box, else boxes have the second
  std::size_t n_patches = 6;
};

/// By which the largest step of a box must be multiplied to hold in a wider mesh.
double held_sides_factor(const Mesh& patch);

/// Around elements of a mesh, or of a slab of it; `n_components`: the most that a field has, `loose`: faces that do nothing. The same on all
/// ranks, whatever their number. Collective.
std::vector<Box> worst_patches(const Mesh& mesh, int n_components, scenario::BoundaryKind loose,
                               const Materials& materials, const parallel::Communicator& communicator,
                               const PatchLimits& limits = {});

}  // namespace unda::sem
