// One step of the Cauchy-Kovalewski recursion in its plain form: d/dt of the fields of an element from their derivatives in
// space. A Number is that of one element, or a pack of as many elements.
#pragma once

#include "dg/fields.hpp"
#include "dg/medium.hpp"
#include "dg/operators.hpp"

namespace unda::dg {

/// rho dv_i/dt = d_j s_ij, ds/dt = lambda div v + mu (grad v + its transpose). All [field][coefficient]; `slope` is room for
/// three times as many numbers.
template <class Number, class Real>
void time_derivative(const Operators<Real>& o, const ElementMedium<Number>& m, const Number* q, Number* slope,
                     Number* rate) {
  const auto n = static_cast<std::size_t>(o.n_basis);
  for (std::size_t k = 0; k < 3 * n_fields * n; ++k) slope[k] = Number{};  // [axis][field][coefficient]
  for (int f = 0; f < n_fields; ++f)
    for (int a = 0; a < 3; ++a)
      for (const Entry<Real>& e : o.stiffness[a]) {
        const Number derivative = e.value * q[f * n + e.row];
        for (int i = 0; i < 3; ++i) slope[(i * n_fields + f) * n + e.column] += m.gradient[a][i] * derivative;
      }
  auto d = [&](int axis, int field, std::size_t k) { return slope[(axis * n_fields + field) * n + k]; };
  for (std::size_t k = 0; k < n; ++k) {
    const Number divergence = d(0, vx, k) + d(1, vy, k) + d(2, vz, k);
    for (int i = 0; i < 3; ++i) {
      rate[(vx + i) * n + k] = Number{};
      for (int j = 0; j < 3; ++j) rate[(vx + i) * n + k] += m.buoyancy * d(j, stress_field[i][j], k);
      for (int j = i; j < 3; ++j)
        rate[stress_field[i][j] * n + k] =
            (i == j ? m.lambda * divergence : Number{}) + m.mu * (d(j, vx + i, k) + d(i, vx + j, k));
    }
  }
}

}  // namespace unda::dg
