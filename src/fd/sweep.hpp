// The order in which rows are visited: the slowest axis is cut into one slab a thread; within a slab, tiles of rows go
// along it together so that the planes a stencil needs stay in the cache. Rows of a slab are visited upward.
#pragma once

#include <algorithm>
#include <cstdint>

#include <omp.h>

#include "fd/arrays.hpp"

namespace unda::fd {

/// What a sweep needs to know of a scheme and its grid.
struct SweepShape {
  int dim = 3;
  std::array<int, 3> n{1, 1, 1};
  int tile = 8;      ///< rows (axis 1) that go along the slow axis together
  int radius = 1;    ///< reach of the stencils
  int edge_low = 0;  ///< planes at the ends of the slow axis whose stencils reach further than the radius
  int edge_high = 0;
  bool fusible = true;  ///< nothing ties rows of a plane together beyond the radius
};

/// Rows j0 <= j < j1 of planes k0 <= k < k1.
struct RowRange {
  int j0 = 0, j1 = 0, k0 = 0, k1 = 0;
  bool contains(int j, int k) const { return j >= j0 && j < j1 && k >= k0 && k < k1; }
};

/// Threads worth their while: each gets two planes at least (the plane on a mirroring face takes its value from the one
/// before it) and enough points to outweigh a barrier.
inline int n_slabs(const SweepShape& shape) {
  const std::int64_t points = static_cast<std::int64_t>(shape.n[0]) * shape.n[1] * shape.n[2];
  const auto worth = static_cast<int>(std::min<std::int64_t>(points / 4096, 1 << 20));
  return std::clamp(std::min(shape.n[shape.dim - 1] / 2, worth), 1, omp_get_max_threads());
}

struct Slab {
  int first, last;
};

inline Slab slab_of_thread(int n_slow) {
  const long thread = omp_get_thread_num(), n_threads = omp_get_num_threads();
  return {static_cast<int>(n_slow * thread / n_threads), static_cast<int>(n_slow * (thread + 1) / n_threads)};
}

/// visit(j, k, n) for the rows of the grid, on all threads: row j of planes k to k + n - 1, where n is 1 or 2.
template <class Visit>
void sweep(const SweepShape& shape, Visit visit) {
  if (shape.dim == 1) {
    visit(0, 0, 1);
    return;
  }
#pragma omp parallel num_threads(n_slabs(shape))
  {
    const Slab slab = slab_of_thread(shape.n[shape.dim - 1]);
    if (shape.dim == 2) {
      for (int j = slab.first; j < slab.last; ++j) visit(j, 0, 1);
    } else {
      for (int j0 = 0; j0 < shape.n[1]; j0 += shape.tile)
        for (int k = slab.first; k < slab.last; k += 2)
          for (int j = j0; j < std::min(shape.n[1], j0 + shape.tile); ++j) visit(j, k, std::min(2, slab.last - k));
    }
  }
}

struct Planes {
  int from, n;
};

/// Which of the planes k and k + 1 lie in [first, last).
inline Planes overlap(int k, int first, int last) {
  const int from = std::max(k, first);
  return {from, std::min(k + 2, last) - from};
}

/// Both stages of a step in one pass over memory: the second follows the first `radius` planes and rows behind, when
/// nothing needs the old values of its targets any more. Planes at the seams between slabs have their first stage done
/// before, by their owner. Returns false, with nothing done, where the grid does not allow it.
template <class First, class Second>
bool fused_sweep(const SweepShape& shape, First first, Second second) {
  if (shape.dim != 3 || !shape.fusible) return false;
  const int lag = shape.radius;
  const int n_rows = shape.n[1], n_planes = shape.n[2], threads = n_slabs(shape);
  if (n_planes / threads < std::max(shape.edge_low, lag) + std::max(shape.edge_high, lag)) return false;
#pragma omp parallel num_threads(threads)
  {
    const Slab slab = slab_of_thread(n_planes);
    const int seam_low = slab.first + (slab.first == 0 ? std::max(shape.edge_low, lag) : lag);
    const int seam_high = slab.last - (slab.last == n_planes ? std::max(shape.edge_high, lag) : lag);
    for (int k = slab.first; k < slab.last; ++k) {
      if (k == seam_low) k = seam_high;
      for (int j = 0; j < n_rows; ++j) first(j, k, 1);
    }
#pragma omp barrier
    for (int j0 = 0; j0 < n_rows + lag; j0 += shape.tile) {
      const int first_end = std::min(n_rows, j0 + shape.tile);
      const int second_begin = std::max(0, j0 - lag), second_end = std::min(n_rows, j0 + shape.tile - lag);
      for (int k = slab.first; k < slab.last + lag; k += 2) {
        const auto [first_from, first_n] = overlap(k, seam_low, seam_high);
        for (int j = j0; j < first_end && first_n > 0; ++j) first(j, first_from, first_n);
        const auto [second_from, second_n] = overlap(k - lag, slab.first, slab.last);
        for (int j = second_begin; j < second_end && second_n > 0; ++j) second(j, second_from, second_n);
      }
    }
  }
  return true;
}

}  // namespace unda::fd
