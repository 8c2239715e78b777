// Which rank gets which elements of a mesh: parts of equal work with few faces between them, by METIS.
#pragma once

#include <vector>

namespace unda::parallel {

/// Who is whose neighbour: those of item n are neighbours[first[n]] ... neighbours[first[n + 1] - 1].
struct Graph {
  std::vector<int> first{0};
  std::vector<int> neighbours;
  std::vector<int> weights;  ///< of the items; empty: all alike
  std::size_t size() const { return first.size() - 1; }
};

/// The part of every item, from 0 to n_parts - 1. The same for the same graph.
std::vector<int> partition(const Graph& graph, int n_parts);

}  // namespace unda::parallel
