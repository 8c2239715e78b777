// The order in which rows are visited: the slowest axis is cut into one slab a thread; within a slab, tiles
// of rows go along it together so that the planes a stencil needs stay in the cache. Rows of a slab are
// visited upward.
#pragma once

#include <algorithm>
#include <cstdlib>

#include <omp.h>

#include "fd/arrays.hpp"

namespace unda::fd {

/// Rows (axis 1) a tile: the planes within a stencil's reach fit into half of a 1 MB cache.
template <class Real>
int tile_rows(const View<Real>& view, int radius) {
  const std::size_t bytes = sizeof(Real) * static_cast<std::size_t>(view.row_length) * (2 * radius + 3);
  if (const char* e = std::getenv("UNDA_TILE")) return std::atoi(e);
  return std::max(8, static_cast<int>((512u << 10) / bytes));
}

/// visit(j, k) for every row of the grid, on all threads.
template <class Real, class Visit>
void sweep(const View<Real>& view, int dim, int tile, Visit visit) {
  if (dim == 1) {
    visit(0, 0);
    return;
  }
  const int n_slow = view.n[dim - 1];
  // At least two planes a thread: the plane on a mirroring face takes its value from the one before it.
  const int n_slabs = std::clamp(n_slow / 2, 1, omp_get_max_threads());
#pragma omp parallel num_threads(n_slabs)
  {
    const int slab = omp_get_thread_num(), n_threads = omp_get_num_threads();
    const int first = static_cast<int>(static_cast<long>(n_slow) * slab / n_threads);
    const int last = static_cast<int>(static_cast<long>(n_slow) * (slab + 1) / n_threads);
    if (dim == 2) {
      for (int j = first; j < last; ++j) visit(j, 0);
    } else {
      for (int j0 = 0; j0 < view.n[1]; j0 += tile)
        for (int k = first; k < last; ++k)
          for (int j = j0; j < std::min(view.n[1], j0 + tile); ++j) visit(j, k);
    }
  }
}

}  // namespace unda::fd
