// Sources and receivers on the grid: where they touch which field, and what they add or read at every step.
#pragma once

#include <span>
#include <vector>

#include "fd/arrays.hpp"
#include "fd/point_stencil.hpp"
#include "method/propagator.hpp"

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

/// How a recorded number follows from the fields.
enum class Derived { value, time_integral, double_integral, time_difference };

template <class Real>
struct GridChannel {
  Derived derived = Derived::value;
  std::vector<const Real*> at;
  std::vector<double> weight;
  double previous = 0,
         current = 0;  ///< the sum before and after the last step; for the integral: the sum so far

  double read() const {
    double sum = 0;
    for (std::size_t n = 0; n < at.size(); ++n) sum += weight[n] * static_cast<double>(*at[n]);
    return sum;
  }
};

template <class Real>
void inject(const View<Real>& view, const GridSource<Real>& source, std::size_t step) {
  const Real s = source.s[step];
  Real* field = view.field[source.field];
  for (std::size_t n = 0; n < source.offset.size(); ++n) field[source.offset[n]] += source.factor[n] * s;
}

}  // namespace unda::fd
