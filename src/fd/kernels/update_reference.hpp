// The plain version of update_row: any order at run time, one point after another. The oracle of the fast
// kernels.
#pragma once

#include <algorithm>
#include <vector>

#include "fd/arrays.hpp"
#include "fd/scheme.hpp"
#include "numerics/difference_table.hpp"

namespace unda::fd {

template <class Scheme, class Update, class Real>
void update_row_reference(const View<Real>& view, int radius, int j, int k) {
  const std::vector<double> c = numerics::staggered_coefficients(radius);
  const std::vector<double> second = numerics::second_coefficients(radius);
  for (int i = 0; i < view.n[0]; ++i) {
    Real d[Update::derivatives.size()], medium[std::max<std::size_t>(1, Update::parameters.size())],
        rate[Update::targets.size()];
    for (std::size_t n = 0; n < Update::derivatives.size(); ++n) {
      const auto [field, axis, kind] = Update::derivatives[n];
      const std::ptrdiff_t stride = axis == 0 ? 1 : view.stride[axis];
      const Real* f = view.row(field, j, k) + i;
      if (kind == Operator::value) {
        d[n] = *f;
        continue;
      }
      const double scale = view.inverse_spacing[axis];
      if (kind == Operator::second) {
        double sum = second[0] * *f;
        for (int r = 1; r <= radius; ++r) sum += second[r] * (f[r * stride] + f[-r * stride]);
        d[n] = static_cast<Real>(sum * scale * scale);
        continue;
      }
      const int up = Scheme::fields[field].half[axis] == 1 ? 0 : 1;
      double sum = 0;
      for (int r = 0; r < radius; ++r) sum += c[r] * (f[(r + up) * stride] - f[(up - 1 - r) * stride]);
      d[n] = static_cast<Real>(sum * scale);
    }
    for (std::size_t n = 0; n < Update::parameters.size(); ++n)
      medium[n] = view.parameter_value(Update::parameters[n], i, j, k);
    Update::rates(d, medium, rate);
    for (std::size_t n = 0; n < Update::targets.size(); ++n) view.row(Update::targets[n], j, k)[i] += view.dt * rate[n];
  }
}

}  // namespace unda::fd
