// Which rank gets which elements: equal work, few faces between ranks.
#pragma once

#include <vector>

#include "dg/clusters.hpp"
#include "mesh/tetrahedra.hpp"
#include "parallel/communicator.hpp"

namespace unda::dg {

/// The rank of every element, found by the first and told to all; empty: there is one rank.
std::vector<int> share_elements(const mesh::Tetrahedra& mesh, const Clusters& clusters,
                                const parallel::Communicator& ranks);

}  // namespace unda::dg
