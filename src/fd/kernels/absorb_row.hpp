// What an absorbing layer adds to one row of an update after the plain update: the same arithmetic, fed with
// the change that stretching makes to the derivatives along the layer's axis and with zero for the others.
#pragma once

#include "fd/absorbing.hpp"
#include "fd/arrays.hpp"
#include "fd/kernels/difference.hpp"

namespace unda::fd {

/// `first_derivative` is the number of the update's first derivative among all of the scheme's.
template <class Scheme, class Update, int Radius, int Axis, class Real>
void absorb_row(const View<Real>& view, Layer<Real>& layer, std::size_t first_derivative, int j, int k) {
  constexpr std::size_t n_derivatives = Update::derivatives.size();
  constexpr std::size_t n_parameters = Update::parameters.size();
  constexpr std::size_t n_targets = Update::targets.size();
  const int start = Axis == 0 ? layer.first : 0;
  const int along = Axis == 0 ? 0 : (Axis == 1 ? j : k) - layer.first;
  const std::size_t memory_row = layer.memory_row(view.n, j, k);
  const std::ptrdiff_t stride = Axis == 0 ? 1 : view.stride[Axis];

  const Real* f[n_derivatives];
  Real* psi[n_derivatives];
  const Real *decay[n_derivatives], *gain[n_derivatives], *stretch[n_derivatives];
  for (std::size_t n = 0; n < n_derivatives; ++n) {
    if (Update::derivatives[n].axis != Axis) continue;
    const LayerProfile<Real>& profile = layer.profile[is_backward<Scheme, Update>(n) ? 0 : 1];
    f[n] = view.row(Update::derivatives[n].field, j, k) + start;
    psi[n] = layer.memory[first_derivative + n].data() + memory_row;
    decay[n] = profile.decay.data() + along;
    gain[n] = profile.gain.data() + along;
    stretch[n] = profile.stretch.data() + along;
  }
  const Real* m[n_parameters];
  Real* target[n_targets];
  for (std::size_t n = 0; n < n_parameters; ++n) m[n] = view.parameter_row(Update::parameters[n], j, k) + start;
  for (std::size_t n = 0; n < n_targets; ++n) target[n] = view.row(Update::targets[n], j, k) + start;
  const Real inverse_spacing = view.inverse_spacing[Axis];
  const Real dt = view.dt;
  const int n_points = layer.width;

  for (int i = 0; i < n_points; i += pack_size<Real>) {
    Pack<Real> change[n_derivatives], medium[n_parameters], rate[n_targets];
    // Along axis 0 the profile changes from point to point, otherwise it is one number for the row.
    auto coefficient = [i](const Real* c) { return Axis == 0 ? load_pack(c + i) : fill_pack(c[0]); };
    auto stretched = [&]<std::size_t M>() -> Pack<Real> {
      if constexpr (Update::derivatives[M].axis == Axis) {
        const Pack<Real> d = inverse_spacing * difference<Radius, is_backward<Scheme, Update>(M)>(f[M] + i, stride);
        const Pack<Real> memory = coefficient(decay[M]) * load_pack(psi[M] + i) + coefficient(gain[M]) * d;
        store_pack(psi[M] + i, memory);
        return memory + coefficient(stretch[M]) * d;
      } else {
        return Pack<Real>{};
      }
    };
    [&]<std::size_t... N>(std::index_sequence<N...>) { ((change[N] = stretched.template operator()<N>()), ...); }
    (std::make_index_sequence<n_derivatives>());
    for (std::size_t n = 0; n < n_parameters; ++n) medium[n] = load_pack(m[n] + i);
    Update::rates(change, medium, rate);
    for (std::size_t n = 0; n < n_targets; ++n)
      store_pack(target[n] + i, Pack<Real>(load_pack(target[n] + i) + dt * rate[n]));
  }
}

}  // namespace unda::fd
