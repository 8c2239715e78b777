// Snapshots: quantities on the nodes of the domain. Fields that sit half a cell off are averaged to the nodes.
#pragma once

#include <span>

#include "fd/arrays.hpp"
#include "fd/images.hpp"
#include "fd/scheme.hpp"
#include "fd/slip_interfaces.hpp"

namespace unda::fd {

method::SnapshotGrid domain_points(const Grid& grid);

/// values: [z][y][x][component] over domain_points().
template <class Real>
void take_snapshot(const View<Real>& view, const Grid& grid, const SchemeDescription& scheme,
                   const std::vector<FieldImages>& images, const SlipInterfaces& slips, scenario::Quantity quantity,
                   std::span<float> values);

}  // namespace unda::fd
