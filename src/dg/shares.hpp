// Which rank gets which elements: equal work, few faces between ranks.
#pragma once

#include <vector>

#include "dg/clusters.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::dg {

/// The rank of every element; empty: there is one rank.
std::vector<int> ranks_of_elements(const mesh::Tetrahedra& mesh, const Clusters& clusters, int n_ranks);

}  // namespace unda::dg
