// Sharing elements among ranks.
#include "dg/shares.hpp"

#include <algorithm>
#include <cmath>

#include "parallel/partition.hpp"

namespace unda::dg {
namespace {

/// In whole numbers, whose sum METIS counts in 32 bits.
std::vector<int> weights_of(const std::vector<double>& work) {
  double all = 0;
  for (const double w : work) all += w;
  const double unit = std::max(0.1, all / 1e9);
  std::vector<int> weights;
  for (const double w : work) weights.push_back(std::max(1, static_cast<int>(std::lround(w / unit))));
  return weights;
}

}  // namespace

std::vector<int> ranks_of_elements(const mesh::Tetrahedra& mesh, const Clusters& clusters, int n_ranks) {
  if (n_ranks == 1) return {};
  parallel::Graph graph;
  for (const auto& neighbours : mesh.neighbours) {
    for (const mesh::Neighbour& n : neighbours)
      if (n.exists()) graph.neighbours.push_back(n.element);
    graph.first.push_back(static_cast<int>(graph.neighbours.size()));
  }
  graph.weights = weights_of(clusters.work);
  return parallel::partition(graph, n_ranks);
}

}  // namespace unda::dg
