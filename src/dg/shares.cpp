// Sharing elements among ranks.
#include "dg/shares.hpp"

#include <algorithm>
#include <cmath>

#include "parallel/partition.hpp"
#include "parallel/together.hpp"

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

std::vector<int> share_elements(const mesh::Tetrahedra& mesh, const Clusters& clusters,
                                const parallel::Communicator& ranks) {
  if (ranks.size() == 1) return {};
  parallel::Graph graph;
  for (const auto& neighbours : mesh.neighbours) {
    for (const mesh::Neighbour& n : neighbours)
      if (n.exists()) graph.neighbours.push_back(n.element);
    graph.first.push_back(static_cast<int>(graph.neighbours.size()));
  }
  graph.weights = weights_of(clusters.work);
  std::vector<double> numbers(mesh.size());
  parallel::on_root(ranks, [&] {
    const std::vector<int> part = parallel::partition(graph, ranks.size());
    numbers.assign(part.begin(), part.end());
  });
  ranks.broadcast(numbers);
  return {numbers.begin(), numbers.end()};
}

}  // namespace unda::dg
