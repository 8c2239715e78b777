// The grid cut among ranks: which part a rank holds, and what travels between neighbours after each stage. Both follow from
// the scheme's declaration: a field travels along an axis only where some derivative along it is taken, as far as that reaches.
#pragma once

#include "fd/arrays.hpp"
#include "fd/images.hpp"
#include "fd/scheme.hpp"
#include "parallel/cartesian.hpp"
#include "parallel/halo.hpp"

namespace unda::fd {

/// Chooses the cuts, or takes those of the scenario. `least` is the number of nodes that a part needs by axis.
parallel::Cartesian cut_grid(const scenario::Scenario& scenario, const Grid& whole, const std::array<int, 3>& least,
                             const std::vector<std::array<int, 2>>& uncut_planes,
                             const parallel::Communicator& communicator);

/// The whole grid on one rank.
parallel::Cartesian uncut(const Grid& whole);

/// Nodes by axis that a part must have: all that its stencils, faces and, for second derivatives, layers tie together.
std::array<int, 3> least_nodes(const SchemeDescription& scheme, const Grid& whole, int radius, bool one_sided_faces);

/// The part of the grid that this rank holds.
Grid part_of(const Grid& whole, const parallel::Cartesian& cuts);

/// The messages after a stage: the fields that it updates, to and from the neighbours.
template <class Real>
std::vector<parallel::HaloLink<Real>> links_after_stage(const View<Real>& view, const SchemeDescription& scheme,
                                                        std::size_t stage, int radius, const parallel::Cartesian& cuts);

/// Fills the ghosts one below the part along every axis, those at edges and corners included: what a value on a node
/// needs of a field that sits half a cell up along several axes. Collective.
template <class Real>
void fill_lower_corners(const View<Real>& view, int dim, const FieldImages& images, const parallel::Cartesian& cuts,
                        const parallel::Communicator& communicator);

}  // namespace unda::fd
