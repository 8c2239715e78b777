// Parts of a mesh in a build without METIS: elements in the order in which a front goes through it, cut into pieces of equal weight. Parts of many
// ranks have more faces between them than those of METIS.
#include <algorithm>
#include <cstdint>

#include "parallel/partition.hpp"

namespace unda::parallel {
namespace {

/// All items, those that hang together one after another, from `start` on; then the others.
std::vector<int> by_distance(const Graph& graph, int start) {
  std::vector<int> order;
  std::vector<bool> known(graph.size(), false);
  const auto take = [&](int item) {
    if (known[static_cast<std::size_t>(item)]) return;
    known[static_cast<std::size_t>(item)] = true;
    order.push_back(item);
  };
  take(start);
  int next_start = 0;
  for (std::size_t done = 0; order.size() < graph.size() || done < order.size(); ++done) {
    while (done == order.size()) take(next_start++);
    const auto item = static_cast<std::size_t>(order[done]);
    for (int n = graph.first[item]; n < graph.first[item + 1]; ++n) take(graph.neighbours[static_cast<std::size_t>(n)]);
  }
  return order;
}

}  // namespace

std::vector<int> partition(const Graph& graph, int n_parts) {
  std::vector<int> part(graph.size(), 0);
  if (n_parts <= 1 || graph.size() == 0) return part;
  // What is farthest from anywhere lies at an end.
  const std::vector<int> order = by_distance(graph, by_distance(graph, 0).back());
  const auto weight = [&graph](int item) {
    return graph.weights.empty() ? std::int64_t{1} : graph.weights[static_cast<std::size_t>(item)];
  };
  std::int64_t all = 0, before = 0;
  for (const int item : order) all += weight(item);
  for (const int item : order) {
    part[static_cast<std::size_t>(item)] = static_cast<int>(before * n_parts / all);
    before += weight(item);
  }
  return part;
}

}  // namespace unda::parallel
