// One row of one update: every derivative, the scheme's arithmetic, the update. Whole vectors only; rows are
// padded, and the medium is zero in the padding. A point gets the same arithmetic wherever it lies, hence the
// same bits.
#pragma once

#include <algorithm>

#include "fd/arrays.hpp"
#include "fd/kernels/difference.hpp"

namespace unda::fd {

template <class Scheme, class Update, int Radius, class Real>
void update_row(const View<Real>& view, int j, int k) {
  constexpr std::size_t n_derivatives = Update::derivatives.size();
  constexpr std::size_t n_parameters = Update::parameters.size();
  constexpr std::size_t n_targets = Update::targets.size();

  const Real* f[n_derivatives];
  const Real* m[std::max<std::size_t>(1, n_parameters)];
  Real* target[n_targets];
  for (std::size_t n = 0; n < n_derivatives; ++n) f[n] = view.row(Update::derivatives[n].field, j, k);
  for (std::size_t n = 0; n < n_parameters; ++n) m[n] = view.parameter_row(Update::parameters[n], j, k);
  for (std::size_t n = 0; n < n_targets; ++n) target[n] = view.row(Update::targets[n], j, k);
  const auto stride = view.stride;
  const auto inverse_spacing = view.inverse_spacing;
  const Real dt = view.dt;
  const int n_points = view.row_length;

  // What the next row will need for the first time, a row ahead: rows are too short for the hardware to see it coming.
  const Real* ahead[n_derivatives];
  for (std::size_t n = 0; n < n_derivatives; ++n) {
    const auto [field, axis, kind] = Update::derivatives[n];
    ahead[n] = f[n] + stride[1] + (axis == 0 ? 0 : Radius * stride[axis]);
  }

  const Real* m_ahead[std::max<std::size_t>(1, n_parameters)];
  for (std::size_t n = 0; n < n_parameters; ++n) m_ahead[n] = m[n] + view.parameter_stride[Update::parameters[n]][1];

  for (int i = 0; i < n_points; i += pack_size<Real>) {
    if constexpr (Scheme::dim > 1) {
      for (std::size_t n = 0; n < n_derivatives; ++n) __builtin_prefetch(ahead[n] + i, 0, 2);
      for (std::size_t n = 0; n < n_targets; ++n) __builtin_prefetch(target[n] + stride[1] + i, 1, 2);
      for (std::size_t n = 0; n < n_parameters; ++n) __builtin_prefetch(m_ahead[n] + i, 0, 2);
    }
    Pack<Real> d[n_derivatives], medium[std::max<std::size_t>(1, n_parameters)], rate[n_targets];
    [&]<std::size_t... N>(std::index_sequence<N...>) __attribute__((always_inline)) {
      ((d[N] = evaluate<Scheme, Update, N, Radius>(
            f[N] + i, Update::derivatives[N].axis == 0 ? 1 : stride[Update::derivatives[N].axis],
            inverse_spacing[Update::derivatives[N].axis])),
       ...);
    }
    (std::make_index_sequence<n_derivatives>());
    for (std::size_t n = 0; n < n_parameters; ++n) medium[n] = load_pack(m[n] + i);
    Update::rates(d, medium, rate);
    for (std::size_t n = 0; n < n_targets; ++n)
      store_pack(target[n] + i, Pack<Real>(load_pack(target[n] + i) + dt * rate[n]));
  }
}

}  // namespace unda::fd
