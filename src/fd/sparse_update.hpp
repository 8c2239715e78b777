// Additions to the rates of single points, of one stage: an addition is a sum of weights times values of any of the arrays, and stands for
// derivatives along one axis. In an absorbing layer across that axis it is stretched as these are (absorbing.hpp), with a memory of its own.
// A point is done by one thread, its sums in the order of the list: host and devices find the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "exec/twin.hpp"
#include "fd/arrays.hpp"

namespace unda::fd {

/// Node (0, 0, 0) of the scheme's fields, and of those of the fluid in cut cells behind them.
template <class Real>
using AllFields = std::array<Real*, max_fields + 4>;

/// A list of additions as loops see it, on the host or on a device.
template <class Real>
struct AdditionsView {
  struct Point {
    int field = 0;
    std::array<int, 3> node{};
    std::ptrdiff_t place = 0;         ///< from the arrays' origins
    std::size_t first = 0, last = 0;  ///< of its sums
  };
  struct Sum {
    std::size_t first = 0, last = 0;  ///< of its terms
    std::ptrdiff_t memory = -1;       ///< -1: not in a layer
  };
  struct Term {
    int field = 0;
    std::ptrdiff_t offset = 0;  ///< from the point's place
    Real weight = 0;
  };
  struct Memory {
    Real decay = 0, gain = 0, stretch = 0, keep = 1;
  };
  const Point* points = nullptr;
  const Sum* sums = nullptr;
  const Term* terms = nullptr;
  const Memory* memories = nullptr;
  Real* psi = nullptr;  ///< of the memories

  /// Adds dt times the sums to the value of a point, which it returns.
  constexpr Real add(const AllFields<Real>& fields, Real dt, std::size_t n) const {
    const Point& point = points[n];
    Real value = fields[point.field][point.place];
    for (std::size_t s = point.first; s < point.last; ++s) {
      Real sum = 0;
      for (std::size_t t = sums[s].first; t < sums[s].last; ++t)
        sum += terms[t].weight * fields[terms[t].field][point.place + terms[t].offset];
      if (sums[s].memory >= 0) {
        const Memory& m = memories[sums[s].memory];
        Real& p = psi[sums[s].memory];
        p = m.decay * p + m.gain * sum;
        sum += m.stretch * sum + p;
        value *= m.keep;
      }
      value += dt * sum;
    }
    return fields[point.field][point.place] = value;
  }
};

/// Owns such a list, where the loops of a queue need it.
template <class Real>
struct SparseUpdate {
  std::vector<std::size_t> first_point;  ///< by row j + n_rows k, and the end
  exec::Twin<typename AdditionsView<Real>::Point> points;
  exec::Twin<typename AdditionsView<Real>::Sum> sums;
  exec::Twin<typename AdditionsView<Real>::Term> terms;
  exec::Twin<typename AdditionsView<Real>::Memory> memories;
  exec::Twin<Real> psi;

  /// For a loop that is about to change the memories.
  AdditionsView<Real> view() {
    using exec::Access;
    return {points.device(Access::read), sums.device(Access::read), terms.device(Access::read),
            memories.device(Access::read), psi.device(Access::read_write)};
  }
  /// On the host: to all points of a row.
  void add_to_row(const AllFields<Real>& fields, Real dt, std::size_t row) {
    if (first_point[row] == first_point[row + 1]) return;
    const AdditionsView<Real> additions = view();
    for (std::size_t n = first_point[row]; n < first_point[row + 1]; ++n) additions.add(fields, dt, n);
  }
};

}  // namespace unda::fd
