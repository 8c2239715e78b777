// Additions to the rates of single points: of one stage, row after row of the grid. Values may come from several sets of arrays. An addition takes
// derivatives along one axis; in an absorbing layer across that axis it is stretched as these are (absorbing.hpp), with a memory of its own.
#pragma once

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
    int field = 0, i = 0, axis = 0;
    std::size_t end = 0;  ///< of its entries
    int memory = -1;      ///< -1: not in a layer
  };
  struct Memory {
    Real decay = 0, gain = 0, stretch = 0, keep = 1;
  };
  std::vector<std::size_t> first_target;  ///< by row j + n_rows k, and the end
  std::vector<Target> targets;
  std::vector<Entry> entries;
  std::vector<Memory> memories;
  std::vector<Real> psi;  ///< of the memories

  /// Adds dt times the sums to the targets of a row, which starts `place` numbers from the arrays' origins.
  template <class Arrays>
  void add(const Arrays& arrays, Real dt, std::size_t row, std::ptrdiff_t place) {
    std::size_t e = first_target[row] == 0 ? 0 : targets[first_target[row] - 1].end;
    for (std::size_t t = first_target[row]; t < first_target[row + 1]; ++t) {
      const Target& target = targets[t];
      const std::ptrdiff_t here = place + target.i;
      Real sum = 0;
      for (; e < target.end; ++e) sum += entries[e].weight * arrays[entries[e].field][here + entries[e].offset];
      Real& value = arrays[target.field][here];
      if (target.memory >= 0) {
        const Memory& m = memories[static_cast<std::size_t>(target.memory)];
        Real& p = psi[static_cast<std::size_t>(target.memory)];
        p = m.decay * p + m.gain * sum;
        sum += m.stretch * sum + p;
        value *= m.keep;
      }
      value += dt * sum;
    }
  }
};

}  // namespace unda::fd
