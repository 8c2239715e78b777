// Calling METIS.
#include "parallel/partition.hpp"

#include <metis.h>

#include "base/error.hpp"

namespace unda::parallel {

std::vector<int> partition(const Graph& graph, int n_parts) {
  if (n_parts <= 1 || graph.size() == 0) return std::vector<int>(graph.size(), 0);
  // METIS is built with 32-bit or 64-bit indices, and asks for arrays that it may change.
  std::vector<idx_t> first(graph.first.begin(), graph.first.end()),
      neighbours(graph.neighbours.begin(), graph.neighbours.end()), part(graph.size(), 0);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  idx_t n_items = static_cast<idx_t>(graph.size()), n_constraints = 1, parts = n_parts, n_cut = 0;
  std::vector<idx_t> weights(graph.weights.begin(), graph.weights.end());
  const int status = METIS_PartGraphKway(&n_items, &n_constraints, first.data(), neighbours.data(),
                                         weights.empty() ? nullptr : weights.data(), nullptr, nullptr, &parts, nullptr,
                                         nullptr, options, &n_cut, part.data());
  require(status == METIS_OK, "METIS could not cut the mesh of {} elements into {} parts (status {})", graph.size(),
          n_parts, status);
  return {part.begin(), part.end()};
}

}  // namespace unda::parallel
