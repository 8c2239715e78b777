// One step of the Cauchy-Kovalewski recursion in its plain form: d/dt of the fields of an element from their derivatives in
// space. A Number is that of one element, or a pack of as many elements.
#pragma once

#include "dg/fields.hpp"
#include "dg/medium.hpp"
#include "dg/operators.hpp"

namespace unda::dg {

/// rho dv_i/dt = d_j s_ij, ds/dt = C : grad v. All [field][coefficient]; `slope` is room for
/// three times as many numbers.
template <class Number, class Real, class Medium>
void time_derivative(const Operators<Real>& o, const Medium& m, const Number* q, Number* slope, Number* rate) {
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
    Number gradient[3][3];
    for (int i = 0; i < 3; ++i) {
      rate[(vx + i) * n + k] = Number{};
      for (int j = 0; j < 3; ++j) {
        rate[(vx + i) * n + k] += m.buoyancy * d(j, stress_field[i][j], k);
        gradient[j][i] = d(j, vx + i, k);
      }
    }
    const physics::Symmetric<3, Number> stress = physics::stress(m.moduli, physics::strain_of_gradient(gradient));
    for (int f = xx; f <= yz; ++f) rate[f * n + k] = stress.of[f];
  }
}

}  // namespace unda::dg
