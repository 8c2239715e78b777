// Additions to the rates of single points: of one stage, row after row of the grid. Values may come from several sets of arrays.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace unda::fd {

template <class Real>
struct SparseUpdate {
  struct Entry {
    int field = 0;
    std::ptrdiff_t offset = 0;  ///< from the target's place
    Real weight = 0;
  };
  struct Target {
    int field = 0, i = 0;
    std::size_t end = 0;  ///< of its entries
  };
  std::vector<std::size_t> first_target;  ///< by row j + n_rows k, and the end
  std::vector<Target> targets;
  std::vector<Entry> entries;

  /// Adds dt times the sums to the targets of row (j, k), which starts `place` numbers from the arrays' origins.
  template <class Arrays>
  void add(const Arrays& arrays, Real dt, std::size_t row, std::ptrdiff_t place) const {
    std::size_t e = first_target[row] == 0 ? 0 : targets[first_target[row] - 1].end;
    for (std::size_t t = first_target[row]; t < first_target[row + 1]; ++t) {
      const Target& target = targets[t];
      const std::ptrdiff_t here = place + target.i;
      Real sum = 0;
      for (; e < target.end; ++e) sum += entries[e].weight * arrays[entries[e].field][here + entries[e].offset];
      arrays[target.field][here] += dt * sum;
    }
  }
};

}  // namespace unda::fd
