// The order in which rows are visited: a range of rows is cut into one slab or block a thread; within it, tiles of rows go
// along the slowest axis together so that the planes a stencil needs stay in the cache. Rows of a block are visited upward.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <omp.h>

#include "exec/first_exception.hpp"
#include "fd/arrays.hpp"

namespace unda::fd {

/// Rows j0 <= j < j1 of planes k0 <= k < k1. In 2-D all rows lie in plane 0.
struct RowRange {
  int j0 = 0, j1 = 0, k0 = 0, k1 = 0;
  bool contains(int j, int k) const { return j >= j0 && j < j1 && k >= k0 && k < k1; }
  bool empty() const { return j0 >= j1 || k0 >= k1; }
};

/// The smallest range that holds both.
inline RowRange hull(const RowRange& a, const RowRange& b) {
  return {std::min(a.j0, b.j0), std::max(a.j1, b.j1), std::min(a.k0, b.k0), std::max(a.k1, b.k1)};
}

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

/// Piece `number` of `count` equal ones.
inline Slab piece_of(int from, int to, int number, int count) {
  const long n = to - from;
  return {from + static_cast<int>(n * number / count), from + static_cast<int>(n * (number + 1) / count)};
}

inline Slab slab_of_thread(int from, int to) { return piece_of(from, to, omp_get_thread_num(), omp_get_num_threads()); }

/// visit(j, k, n) for the rows of a range, on all threads: row j of planes k to k + n - 1, where n is 1 or 2. What a visit
/// throws, the sweep throws when all threads are done.
template <class Visit>
void sweep(const SweepShape& shape, const RowRange& range, Visit visit) {
  if (range.empty()) return;
  const int n_rows = range.j1 - range.j0, n_planes = range.k1 - range.k0;
  const std::int64_t points = static_cast<std::int64_t>(shape.n[0]) * n_rows * n_planes;
  const int by_planes = n_slabs(points, n_planes), by_rows = n_slabs(points, n_rows);
  exec::FirstException failure;
  if (by_rows > by_planes) {
#pragma omp parallel num_threads(by_rows)
    failure.guard([&] {
      const Slab slab = slab_of_thread(range.j0, range.j1);
      for (int k = range.k0; k < range.k1; k += 2)
        for (int j = slab.first; j < slab.last; ++j) visit(j, k, std::min(2, range.k1 - k));
    });
  } else {
#pragma omp parallel num_threads(by_planes)
    failure.guard([&] {
      const Slab slab = slab_of_thread(range.k0, range.k1);
      for (int j0 = range.j0; j0 < range.j1; j0 += shape.tile)
        for (int k = slab.first; k < slab.last; k += 2)
          for (int j = j0; j < std::min(range.j1, j0 + shape.tile); ++j) visit(j, k, std::min(2, slab.last - k));
    });
  }
  failure.rethrow();
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

/// Into how many pieces a fused sweep cuts rows and planes, one block a thread; none: it cannot be done.
struct Blocks {
  int along_rows = 0, along_planes = 0;
  int count() const { return along_rows * along_planes; }
};

/// What lies at the seams between blocks goes through memory twice, so blocks have as few seams as the number of threads
/// allows. Pieces of the slowest axis are preferred: they are what each thread has touched first.
inline Blocks choose_blocks(const SweepShape& shape, const RowRange& range, int n_threads) {
  constexpr double worth_a_change = 0.97;
  const int n_rows = range.j1 - range.j0, n_planes = range.k1 - range.k0;
  const int least_planes = std::max(shape.edge_low, shape.radius) + std::max(shape.edge_high, shape.radius);
  Blocks best;
  double least = 0;
  for (int along_planes = n_threads; along_planes >= 1; --along_planes) {
    const int along_rows = n_threads / along_planes;
    if (along_rows * along_planes != n_threads || n_planes / along_planes < std::max(2, least_planes)) continue;
    if (along_rows > 1 && n_rows / along_rows < 2 * shape.radius + 2) continue;
    const double planes = std::ceil(static_cast<double>(n_planes) / along_planes);
    const double rows = std::ceil(static_cast<double>(n_rows) / along_rows);
    const double row_seams = std::min(2, along_rows - 1) * shape.radius;
    const double cost = 2 * planes * rows - (planes - 2 * shape.radius) * (rows - row_seams);
    if (best.count() > 0 && cost > worth_a_change * least) continue;
    best = {along_rows, along_planes};
    least = cost;
  }
  return best;
}

/// For all threads that are worth their while.
inline Blocks choose_blocks(const SweepShape& shape, const RowRange& range) {
  if (shape.dim != 3 || !shape.fusible || range.empty()) return {};
  const int n_rows = range.j1 - range.j0, n_planes = range.k1 - range.k0;
  const std::int64_t points = static_cast<std::int64_t>(shape.n[0]) * n_rows * n_planes;
  return choose_blocks(shape, range, n_slabs(points, n_rows * n_planes));
}

/// Whether fused_sweep can do these rows with all threads.
inline bool can_fuse(const SweepShape& shape, const RowRange& range) { return choose_blocks(shape, range).count() > 0; }

/// The rows and planes that one thread updates, and those of them that are not at a seam to another block.
struct Block {
  Slab rows, planes, inner_rows, inner_planes;
};

inline Block block_of(const SweepShape& shape, const RowRange& range, const Blocks& blocks, int number) {
  const int lag = shape.radius;
  Block b;
  b.rows = piece_of(range.j0, range.j1, number % blocks.along_rows, blocks.along_rows);
  b.planes = piece_of(range.k0, range.k1, number / blocks.along_rows, blocks.along_planes);
  b.inner_rows = {b.rows.first + (b.rows.first == range.j0 ? 0 : lag),
                  b.rows.last - (b.rows.last == range.j1 ? 0 : lag)};
  b.inner_planes = {b.planes.first + (b.planes.first == 0 ? std::max(shape.edge_low, lag) : lag),
                    b.planes.last - (b.planes.last == shape.n[2] ? std::max(shape.edge_high, lag) : lag)};
  return b;
}

inline Slab common(const Slab& a, int first, int last) { return {std::max(a.first, first), std::min(a.last, last)}; }

/// The first stage at the seams of a block, and on the planes that are done ahead.
template <class First>
void sweep_seams(const SweepShape& shape, const RowRange& range, const Block& block, First first) {
  const Slab rows = common(block.rows, range.j0, range.j1), planes = common(block.planes, range.k0, range.k1);
  for (int k = planes.first; k < planes.last; ++k) {
    if (k >= block.inner_planes.first && k < block.inner_planes.last && !shape.is_ahead(k)) continue;
    for (int j = rows.first; j < rows.last; ++j) first(j, k, 1);
  }
  const Slab inner = common(block.inner_planes, range.k0, range.k1);
  const Slab low{rows.first, std::min(block.inner_rows.first, rows.last)};
  const Slab high{std::max(block.inner_rows.last, rows.first), rows.last};
  for (int k = planes.first; k < planes.last; k += 2) {
    const auto [from, n] = overlap(shape, k, inner.first, inner.last);
    for (int j = low.first; j < low.last && n > 0; ++j) first(j, from, n);
    for (int j = high.first; j < high.last && n > 0; ++j) first(j, from, n);
  }
}

/// Both stages of a step in one pass over memory, each on its own range of rows: the second follows the first `radius`
/// planes and rows behind, when nothing needs the old values of its targets any more. What the second range needs of the
/// first stage outside the first range must have been done before. Rows and planes at the seams between blocks, and planes
/// that `ahead` names, have their first stage done before, by their owner. can_fuse() must hold for both ranges together.
template <class First, class Second>
void fused_sweep(const SweepShape& shape, const RowRange& first_range, const RowRange& second_range, First first,
                 Second second) {
  const int lag = shape.radius;
  const RowRange both = hull(first_range, second_range);
  const Blocks blocks = choose_blocks(shape, both);
  auto sweep_block = [&](const Block& block) {
    const Slab first_planes = common(block.inner_planes, first_range.k0, first_range.k1);
    const Slab second_planes = common(block.planes, second_range.k0, second_range.k1);
    const Slab first_rows = common(block.inner_rows, first_range.j0, first_range.j1);
    const Slab second_rows = common(block.rows, second_range.j0, second_range.j1);
    for (int j0 = block.rows.first; j0 < block.rows.last + lag; j0 += shape.tile) {
      const Slab ahead = common(first_rows, j0, j0 + shape.tile);
      const Slab behind = common(second_rows, j0 - lag, j0 + shape.tile - lag);
      for (int k = block.planes.first; k < block.planes.last + lag; k += 2) {
        const auto [first_k, first_n] = overlap(shape, k, first_planes.first, first_planes.last);
        for (int j = ahead.first; j < ahead.last && first_n > 0; ++j) first(j, first_k, first_n);
        const auto [second_k, second_n] = overlap(k - lag, second_planes.first, second_planes.last);
        for (int j = behind.first; j < behind.last && second_n > 0; ++j) second(j, second_k, second_n);
      }
    }
  };
  exec::FirstException failure;
#pragma omp parallel num_threads(blocks.count())
  {
    auto for_own_blocks = [&](auto&& work) {
      failure.guard([&] {
        for (int b = omp_get_thread_num(); b < blocks.count(); b += omp_get_num_threads())
          work(block_of(shape, both, blocks, b));
      });
    };
    for_own_blocks([&](const Block& block) { sweep_seams(shape, first_range, block, first); });
#pragma omp barrier
    for_own_blocks(sweep_block);
  }
  failure.rethrow();
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
