// Calling METIS.
#include "parallel/partition.hpp"

#include <metis.h>

#include "base/error.hpp"

namespace unda::parallel {

std::vector<int> partition(const Graph& graph, int n_parts) {
  static_assert(sizeof(idx_t) == sizeof(int), "METIS with 32-bit indices");
  std::vector<int> part(graph.size(), 0);
  if (n_parts <= 1 || graph.size() == 0) return part;
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  idx_t n_items = static_cast<idx_t>(graph.size()), n_constraints = 1, parts = n_parts, n_cut = 0;
  // METIS asks for arrays that it may change, and does not change them.
  const int status = METIS_PartGraphKway(&n_items, &n_constraints, const_cast<int*>(graph.first.data()),
                                         const_cast<int*>(graph.neighbours.data()),
                                         graph.weights.empty() ? nullptr : const_cast<int*>(graph.weights.data()),
                                         nullptr, nullptr, &parts, nullptr, nullptr, options, &n_cut, part.data());
  require(status == METIS_OK, "METIS could not cut the mesh of {} elements into {} parts (status {})", graph.size(),
          n_parts, status);
  return part;
}

}  // namespace unda::parallel
