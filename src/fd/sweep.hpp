// The order in which rows are visited: a range of rows is cut into one slab a thread; within a slab, tiles of rows go
// along the slowest axis together so that the planes a stencil needs stay in the cache. Rows of a slab are visited upward.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <omp.h>

#include "fd/arrays.hpp"

namespace unda::fd {

/// Rows j0 <= j < j1 of planes k0 <= k < k1. In 2-D all rows lie in plane 0.
struct RowRange {
  int j0 = 0, j1 = 0, k0 = 0, k1 = 0;
  bool contains(int j, int k) const { return j >= j0 && j < j1 && k >= k0 && k < k1; }
  bool empty() const { return j0 >= j1 || k0 >= k1; }
};

/// What a sweep needs to know of a scheme and its grid.
struct SweepShape {
  int dim = 3;
  std::array<int, 3> n{1, 1, 1};
  int tile = 8;      ///< rows (axis 1) that go along the slow axis together
  int radius = 1;    ///< reach of the stencils
  int edge_low = 0;  ///< planes at the ends of the slow axis whose stencils reach further than the radius
  int edge_high = 0;
  /// Planes within the grid whose stencils reach further than the radius, but not beyond each range: from, to.
  std::vector<std::array<int, 2>> ahead;
  bool fusible = true;  ///< nothing ties rows of a plane together beyond the radius

  bool is_ahead(int k) const {
    return std::any_of(ahead.begin(), ahead.end(), [k](const auto& range) { return k >= range[0] && k < range[1]; });
  }

  RowRange all() const { return {0, n[1], 0, n[2]}; }
};

/// Threads worth their while on `n_slow` rows or planes: each gets two at least (what lies on a mirroring face takes its
/// value from the one before it) and enough points to outweigh a barrier.
inline int n_slabs(std::int64_t points, int n_slow) {
  const auto worth = static_cast<int>(std::min<std::int64_t>(points / 4096, 1 << 20));
  return std::clamp(std::min(n_slow / 2, worth), 1, omp_get_max_threads());
}

struct Slab {
  int first, last;
};

inline Slab slab_of_thread(int from, int to) {
  const long thread = omp_get_thread_num(), n_threads = omp_get_num_threads(), n = to - from;
  return {from + static_cast<int>(n * thread / n_threads), from + static_cast<int>(n * (thread + 1) / n_threads)};
}

/// visit(j, k, n) for the rows of a range, on all threads: row j of planes k to k + n - 1, where n is 1 or 2.
template <class Visit>
void sweep(const SweepShape& shape, const RowRange& range, Visit visit) {
  if (range.empty()) return;
  const int n_rows = range.j1 - range.j0, n_planes = range.k1 - range.k0;
  const std::int64_t points = static_cast<std::int64_t>(shape.n[0]) * n_rows * n_planes;
  const int by_planes = n_slabs(points, n_planes), by_rows = n_slabs(points, n_rows);
  if (by_rows > by_planes) {
#pragma omp parallel num_threads(by_rows)
    {
      const Slab slab = slab_of_thread(range.j0, range.j1);
      for (int k = range.k0; k < range.k1; k += 2)
        for (int j = slab.first; j < slab.last; ++j) visit(j, k, std::min(2, range.k1 - k));
    }
    return;
  }
#pragma omp parallel num_threads(by_planes)
  {
    const Slab slab = slab_of_thread(range.k0, range.k1);
    for (int j0 = range.j0; j0 < range.j1; j0 += shape.tile)
      for (int k = slab.first; k < slab.last; k += 2)
        for (int j = j0; j < std::min(range.j1, j0 + shape.tile); ++j) visit(j, k, std::min(2, slab.last - k));
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

/// The same less the planes whose first stage is done ahead.
inline Planes overlap(const SweepShape& shape, int k, int first, int last) {
  Planes planes = overlap(k, first, last);
  if (planes.n == 2 && shape.is_ahead(planes.from + 1)) planes.n = 1;
  if (planes.n > 0 && shape.is_ahead(planes.from)) {
    const bool second_is_left = planes.n == 2;
    planes = second_is_left ? Planes{planes.from + 1, 1} : Planes{planes.from, 0};
  }
  return planes;
}

/// Whether fused_sweep can do planes [from, to) with all threads.
inline bool can_fuse(const SweepShape& shape, int from, int to) {
  if (shape.dim != 3 || !shape.fusible || to <= from) return false;
  const std::int64_t points = static_cast<std::int64_t>(shape.n[0]) * shape.n[1] * (to - from);
  return (to - from) / n_slabs(points, to - from) >=
         std::max(shape.edge_low, shape.radius) + std::max(shape.edge_high, shape.radius);
}

/// Both stages of a step in one pass over memory, each on its own range of rows: the second follows the first `radius`
/// planes and rows behind, when nothing needs the old values of its targets any more. What the second range needs of the
/// first stage outside the first range must have been done before. Planes at the seams between slabs, and those that
/// `ahead` names, have their first stage done before, by their owner. can_fuse() must hold for the planes of both ranges.
template <class First, class Second>
void fused_sweep(const SweepShape& shape, const RowRange& first_range, const RowRange& second_range, First first,
                 Second second) {
  const int lag = shape.radius;
  const int from = std::min(first_range.k0, second_range.k0), to = std::max(first_range.k1, second_range.k1);
  const int row_from = std::min(first_range.j0, second_range.j0), row_to = std::max(first_range.j1, second_range.j1);
  const std::int64_t points = static_cast<std::int64_t>(shape.n[0]) * shape.n[1] * (to - from);
#pragma omp parallel num_threads(n_slabs(points, to - from))
  {
    const Slab slab = slab_of_thread(from, to);
    const int seam_low = slab.first + (slab.first == 0 ? std::max(shape.edge_low, lag) : lag);
    const int seam_high = slab.last - (slab.last == shape.n[2] ? std::max(shape.edge_high, lag) : lag);
    for (int k = slab.first; k < slab.last; ++k) {
      if (k >= seam_low && k < seam_high && !shape.is_ahead(k)) continue;
      if (k < first_range.k0 || k >= first_range.k1) continue;
      for (int j = first_range.j0; j < first_range.j1; ++j) first(j, k, 1);
    }
#pragma omp barrier
    const int first_low = std::max(seam_low, first_range.k0), first_high = std::min(seam_high, first_range.k1);
    const int second_low = std::max(slab.first, second_range.k0), second_high = std::min(slab.last, second_range.k1);
    for (int j0 = row_from; j0 < row_to + lag; j0 += shape.tile) {
      const int first_begin = std::max(j0, first_range.j0), first_end = std::min(j0 + shape.tile, first_range.j1);
      const int second_begin = std::max(j0 - lag, second_range.j0);
      const int second_end = std::min(j0 + shape.tile - lag, second_range.j1);
      for (int k = slab.first; k < slab.last + lag; k += 2) {
        const auto [first_k, first_n] = overlap(shape, k, first_low, first_high);
        for (int j = first_begin; j < first_end && first_n > 0; ++j) first(j, first_k, first_n);
        const auto [second_k, second_n] = overlap(k - lag, second_low, second_high);
        for (int j = second_begin; j < second_end && second_n > 0; ++j) second(j, second_k, second_n);
      }
    }
  }
}

/// Rows near cuts, and the others.
struct Frame {
  std::vector<RowRange> outer;  ///< ranges without overlap
  RowRange centre;
};

/// The rows within `width` of a cut form the frame: cut[axis][side]. A cut across the rows (axis 0) leaves no centre.
inline Frame make_frame(const SweepShape& shape, const std::array<std::array<bool, 2>, 3>& cut, int width) {
  Frame frame;
  frame.centre = shape.all();
  RowRange& c = frame.centre;
  if (cut[0][0] || cut[0][1]) {
    frame.outer.push_back(c);
    c = {0, 0, 0, 0};
    return frame;
  }
  auto take = [&frame](const RowRange& range) {
    if (!range.empty()) frame.outer.push_back(range);
  };
  const int low_planes = cut[2][0] ? std::min(width, c.k1 - c.k0) : 0;
  take({c.j0, c.j1, c.k0, c.k0 + low_planes});
  c.k0 += low_planes;
  const int high_planes = cut[2][1] ? std::min(width, c.k1 - c.k0) : 0;
  take({c.j0, c.j1, c.k1 - high_planes, c.k1});
  c.k1 -= high_planes;
  const int low_rows = cut[1][0] ? std::min(width, c.j1 - c.j0) : 0;
  take({c.j0, c.j0 + low_rows, c.k0, c.k1});
  c.j0 += low_rows;
  const int high_rows = cut[1][1] ? std::min(width, c.j1 - c.j0) : 0;
  take({c.j1 - high_rows, c.j1, c.k0, c.k1});
  c.j1 -= high_rows;
  return frame;
}

}  // namespace unda::fd
