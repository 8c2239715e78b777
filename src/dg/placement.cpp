// Sorting elements into blocks.
#include "dg/placement.hpp"

#include <algorithm>

namespace unda::dg {

Placement place_elements(const mesh::Tetrahedra& mesh, const std::vector<int>& rank_of, int rank, int block_size) {
  std::vector<int> outer, inner;
  for (int e = 0; e < static_cast<int>(mesh.size()); ++e) {
    if (!rank_of.empty() && rank_of[e] != rank) continue;
    const bool is_outer = std::any_of(
        mesh.neighbours[e].begin(), mesh.neighbours[e].end(),
        [&](const mesh::Neighbour& n) { return n.exists() && !rank_of.empty() && rank_of[n.element] != rank; });
    (is_outer ? outer : inner).push_back(e);
  }
  Placement placement;
  placement.place_of.assign(mesh.size(), -1);
  placement.n_outer = outer.size();
  placement.n_inner = inner.size();
  for (const std::vector<int>* list : {&outer, &inner}) {
    for (const int e : *list) {
      placement.place_of[e] = static_cast<int>(placement.element.size());
      placement.element.push_back(e);
    }
    while (placement.element.size() % static_cast<std::size_t>(block_size) != 0) placement.element.push_back(-1);
    const std::size_t n_blocks = placement.element.size() / static_cast<std::size_t>(block_size);
    if (list == &outer) placement.n_outer_blocks = n_blocks;
    placement.n_blocks = n_blocks;
  }
  return placement;
}

}  // namespace unda::dg
