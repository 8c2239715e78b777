// Parts of a mesh: of equal size, with few neighbours elsewhere, and the same every time.
#include "parallel/partition.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace unda::parallel::partition_test {
namespace {

/// A square of n by n items.
Graph square(int n) {
  Graph graph;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      for (const auto& [a, b] : {std::pair{i - 1, j}, {i + 1, j}, {i, j - 1}, {i, j + 1}})
        if (a >= 0 && a < n && b >= 0 && b < n) graph.neighbours.push_back(b * n + a);
      graph.first.push_back(static_cast<int>(graph.neighbours.size()));
    }
  return graph;
}

TEST(Partition, PartsAreEvenAndCompact) {
  const Graph graph = square(40);
  const std::vector<int> part = partition(graph, 4);
  int n_cut = 0;
  for (std::size_t n = 0; n < graph.size(); ++n)
    for (int k = graph.first[n]; k < graph.first[n + 1]; ++k)
      n_cut += part[n] != part[static_cast<std::size_t>(graph.neighbours[static_cast<std::size_t>(k)])] ? 1 : 0;
  for (int p = 0; p < 4; ++p) EXPECT_NEAR(static_cast<double>(std::count(part.begin(), part.end(), p)), 400, 20);
  EXPECT_LT(n_cut / 2, 120);  // two straight cuts: 80
  EXPECT_EQ(part, partition(graph, 4));
}

TEST(Partition, OnePartNeedsNoCut) { EXPECT_EQ(partition(square(3), 1), std::vector<int>(9, 0)); }

}  // namespace
}  // namespace unda::parallel::partition_test
