// Sources on the grid: where they touch which field, and what they add at every step.
#pragma once

#include <vector>

#include "fd/arrays.hpp"

namespace unda::fd {

/// A source's part in one field: at step k, field[offset] += factor * s[k].
template <class Real>
struct GridSource {
  int field = 0;
  std::vector<std::ptrdiff_t> offset;
  std::vector<Real> factor;
  std::vector<Real> s;                   ///< one number a step
  std::vector<std::array<int, 2>> rows;  ///< (j, k) of the rows touched, each once
};

template <class Real>
void inject(const View<Real>& view, const GridSource<Real>& source, std::size_t step) {
  const Real s = source.s[step];
  Real* field = view.field[source.field];
  for (std::size_t n = 0; n < source.offset.size(); ++n) field[source.offset[n]] += source.factor[n] * s;
}

}  // namespace unda::fd
