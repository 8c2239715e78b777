// What an absorbing layer adds to one row of an update after the plain update: the same arithmetic, fed with
// the change that stretching makes to the derivatives along the layer's axis and with zero for the others.
#pragma once

#include <algorithm>

#include "fd/absorbing.hpp"
#include "fd/arrays.hpp"
#include "fd/kernels/difference.hpp"
#include "fd/targets_along.hpp"

namespace unda::fd {

template <class Update, int Axis>
constexpr bool is_stretched(std::size_t derivative) {
  return Update::derivatives[derivative].axis == Axis && Update::derivatives[derivative].kind != Operator::value;
}

/// `first_derivative` is the number of the update's first derivative among all of the scheme's.
template <class Scheme, class Update, int Radius, int Axis, class Real>
void absorb_row(const View<Real>& view, Layer<Real>& layer, std::size_t first_derivative, int j, int k) {
  constexpr std::size_t n_derivatives = Update::derivatives.size();
  constexpr std::size_t n_parameters = Update::parameters.size();
  constexpr std::size_t n_targets = Update::targets.size();
  constexpr auto feels = targets_along<Update>(Axis);
  constexpr auto half = targets_on_half_nodes<Scheme, Update>(Axis);
  const int start = Axis == 0 ? layer.first : 0;
  const int along = Axis == 0 ? 0 : (Axis == 1 ? j : k) - layer.first;
  const std::size_t memory_row = layer.memory_row(view.n, j, k);
  const std::ptrdiff_t stride = Axis == 0 ? 1 : view.stride[Axis];
  [[maybe_unused]] const std::size_t slope_row = layer.slope_row(view.n, j, k);
  [[maybe_unused]] const std::ptrdiff_t slope_stride = layer.slope_stride(view.n);

  const Real* f[n_derivatives];
  Real* psi[n_derivatives];
  const Real *decay[n_derivatives], *gain[n_derivatives], *stretch[n_derivatives];
  for (std::size_t n = 0; n < n_derivatives; ++n) {
    if (!is_stretched<Update, Axis>(n)) continue;
    const bool on_node = is_backward<Scheme, Update>(n) || Update::derivatives[n].kind == Operator::second;
    const LayerProfile<Real>& profile = layer.profile[on_node ? 0 : 1];
    f[n] = view.row(Update::derivatives[n].field, j, k) + start;
    psi[n] = layer.memory[first_derivative + n].data() + memory_row;
    decay[n] = profile.decay.data() + along;
    gain[n] = profile.gain.data() + along;
    stretch[n] = profile.stretch.data() + along;
  }
  const Real* m[std::max<std::size_t>(1, n_parameters)];
  Real* target[n_targets];
  const Real* keep[n_targets];
  for (std::size_t n = 0; n < n_parameters; ++n) m[n] = view.parameter_row(Update::parameters[n], j, k) + start;
  for (std::size_t n = 0; n < n_targets; ++n) {
    target[n] = view.row(Update::targets[n], j, k) + start;
    keep[n] = layer.profile[half[n]].keep.data() + along;
  }
  const Real inverse_spacing = view.inverse_spacing[Axis];
  const Real dt = view.dt;
  const int n_points = layer.width;

  for (int i = 0; i < n_points; i += pack_size<Real>) {
    Pack<Real> change[n_derivatives], medium[std::max<std::size_t>(1, n_parameters)], rate[n_targets];
    // Along axis 0 the profile changes from point to point, otherwise it is one number for the row.
    auto coefficient = [i](const Real* c) { return Axis == 0 ? load_pack(c + i) : fill_pack(c[0]); };
    auto stretched = [&]<std::size_t M>() -> Pack<Real> {
      if constexpr (!is_stretched<Update, Axis>(M)) {
        return Pack<Real>{};
      } else if constexpr (Update::derivatives[M].kind == Operator::second) {
        const Real* s = layer.slope_memory[first_derivative + M].data() + slope_row + i;
        const Pack<Real> bend = inverse_spacing * difference<Radius, true>(s, slope_stride);
        const Pack<Real> d = inverse_spacing * inverse_spacing * second_derivative<Radius>(f[M] + i, stride) + bend;
        const Pack<Real> memory = coefficient(decay[M]) * load_pack(psi[M] + i) + coefficient(gain[M]) * d;
        store_pack(psi[M] + i, memory);
        return memory + bend;
      } else {
        const Pack<Real> d = inverse_spacing * difference<Radius, is_backward<Scheme, Update>(M)>(f[M] + i, stride);
        const Pack<Real> memory = coefficient(decay[M]) * load_pack(psi[M] + i) + coefficient(gain[M]) * d;
        store_pack(psi[M] + i, memory);
        return memory + coefficient(stretch[M]) * d;
      }
    };
    [&]<std::size_t... N>(std::index_sequence<N...>) { ((change[N] = stretched.template operator()<N>()), ...); }
    (std::make_index_sequence<n_derivatives>());
    for (std::size_t n = 0; n < n_parameters; ++n)
      medium[n] =
          parameter_at_points<Scheme, Update, Pack<Real>>(n, m[n] + i, view.parameter_step[Update::parameters[n]]);
    Update::rates(change, medium, rate);
    for (std::size_t n = 0; n < n_targets; ++n) {
      if (!feels[n]) continue;
      const Pack<Real> kept = coefficient(keep[n]) * load_pack(target[n] + i);
      store_pack(target[n] + i, multiply_add<Real>(fill_pack(dt), rate[n], kept));
    }
  }
}

/// Second derivatives need the stretched first one on both sides of a point: its memory is renewed in a sweep of its own
/// before the update. d2/dx2 becomes d2/dx2 + dpsi/dx + zeta with psi on half nodes and zeta on nodes.
template <class Scheme, class Update, int Radius, int Axis, class Real>
void absorb_slope_row(const View<Real>& view, Layer<Real>& layer, std::size_t first_derivative, int j, int k) {
  const int start = Axis == 0 ? layer.first : 0;
  const int along = Axis == 0 ? 0 : (Axis == 1 ? j : k) - layer.first;
  const std::ptrdiff_t stride = Axis == 0 ? 1 : view.stride[Axis];
  for (std::size_t n = 0; n < Update::derivatives.size(); ++n) {
    if (!is_stretched<Update, Axis>(n) || Update::derivatives[n].kind != Operator::second) continue;
    const Real* f = view.row(Update::derivatives[n].field, j, k) + start;
    Real* psi = layer.slope_memory[first_derivative + n].data() + layer.slope_row(view.n, j, k);
    const Real* decay = layer.profile[1].decay.data() + along;
    const Real* gain = layer.profile[1].gain.data() + along;
    for (int i = 0; i < layer.width; i += pack_size<Real>) {
      const Pack<Real> d = view.inverse_spacing[Axis] * difference<Radius, false>(f + i, stride);
      const Pack<Real> b = Axis == 0 ? load_pack(decay + i) : fill_pack(decay[0]);
      const Pack<Real> a = Axis == 0 ? load_pack(gain + i) : fill_pack(gain[0]);
      store_pack(psi + i, Pack<Real>(b * load_pack(psi + i) + a * d));
    }
  }
}

}  // namespace unda::fd
