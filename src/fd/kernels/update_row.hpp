// One row of one update, or the same row of two planes at once: every derivative, the scheme's arithmetic, the update.
// Whole vectors only; rows are padded, and the medium is zero in the padding. A point gets the same arithmetic wherever it
// lies, hence the same bits. Two planes share what their stencils across planes read, which comes from far caches. Packs in absorbing
// layers have their change added before they are stored; the loop over the others knows nothing of it, nor does a medium without
// attenuation of memory variables.
#pragma once

#include <algorithm>

#include "fd/arrays.hpp"
#include "fd/kernels/absorb_row.hpp"
#include "fd/kernels/difference.hpp"

namespace unda::fd {

/// Half the order that most runs take.
inline constexpr int usual_radius = 4;

/// What is done to packs in layers and to memory variables is the same for every order. It is inlined at the usual one, whose layers
/// are a tenth faster for it; the others call what is compiled once.
template <class Update, class Real>
[[gnu::noinline]] void relax_by_call(const Relaxing<Real>& relaxing, Real dt, int i, int j, int k, const Pack<Real>* d,
                                     Pack<Real>* value) {
  relax<Update>(relaxing, dt, i, j, k, d, value);
}

template <class Scheme, class Update, int Radius, int Planes, class Real>
void update_row(const View<Real>& view, std::span<Layer<Real>> layers, std::size_t first_derivative, int j, int k) {
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

  // Prefetched: what the next row will read first. Rows are too short for the prefetchers of the hardware.
  const Real* ahead[n_derivatives];
  for (std::size_t n = 0; n < n_derivatives; ++n) {
    const auto [field, axis, kind] = Update::derivatives[n];
    ahead[n] = f[n] + stride[1] + (axis == 0 ? 0 : Radius * stride[axis]);
  }

  std::ptrdiff_t m_row[std::max<std::size_t>(1, n_parameters)], m_plane[std::max<std::size_t>(1, n_parameters)],
      m_step[std::max<std::size_t>(1, n_parameters)];
  for (std::size_t n = 0; n < n_parameters; ++n) {
    m_step[n] = view.parameter_step[Update::parameters[n]];
    m_row[n] = view.parameter_stride[Update::parameters[n]][1];
    m_plane[n] = view.parameter_stride[Update::parameters[n]][2];
  }

  using Layers = LayersOfRow<Scheme, Update, Real>;
  const auto layers_of = [&](int p) {
    return Layers(view, layers, first_derivative, staggered_weights<Radius, Real>(), j, k + p);
  };
  const std::array<Layers, Planes> absorbing = [&] {
    if constexpr (Planes == 1)
      return std::array{layers_of(0)};
    else
      return std::array{layers_of(0), layers_of(1)};
  }();

  constexpr bool inlined = Radius == usual_radius && Planes == (Scheme::dim == 3 ? 2 : 1);
  const bool has_memories = relaxes<Update> && view.relaxing.n > 0;
  // Plain: in no layer and without memory variables.
  const auto update_pack = [&]<bool Plain>(int i) __attribute__((always_inline)) {
    if constexpr (Scheme::dim > 1) {
      for (std::ptrdiff_t p = 0; p < Planes; ++p) {
        for (std::size_t n = 0; n < n_derivatives; ++n) __builtin_prefetch(ahead[n] + p * stride[2] + i, 0, 2);
        for (std::size_t n = 0; n < n_targets; ++n) __builtin_prefetch(target[n] + p * stride[2] + stride[1] + i, 1, 2);
        for (std::size_t n = 0; n < n_parameters; ++n)
          __builtin_prefetch(m[n] + p * m_plane[n] + m_step[n] + m_row[n] + i, 0, 2);
      }
    }
    Pack<Real> d[Planes][n_derivatives];
    [&]<std::size_t... N>(std::index_sequence<N...>) __attribute__((always_inline)) {
      (
          [&]() __attribute__((always_inline)) {
            constexpr int axis = Update::derivatives[N].axis;
            const auto values = evaluate<Scheme, Update, N, Radius, Planes>(f[N] + i, axis == 0 ? 1 : stride[axis],
                                                                            stride[2], inverse_spacing[axis]);
            for (int p = 0; p < Planes; ++p) d[p][N] = values[p];
          }(),
          ...);
    }
    (std::make_index_sequence<n_derivatives>());
    for (std::ptrdiff_t p = 0; p < Planes; ++p) {
      Pack<Real> medium[std::max<std::size_t>(1, n_parameters)], rate[n_targets], value[n_targets];
      for (std::size_t n = 0; n < n_parameters; ++n)
        medium[n] = parameter_at_points<Scheme, Update, Pack<Real>>(n, m[n] + p * m_plane[n] + i, m_step[n]);
      Update::rates(d[p], medium, rate);
      for (std::size_t n = 0; n < n_targets; ++n)
        value[n] = multiply_add<Real>(fill_pack(dt), rate[n], load_pack(target[n] + p * stride[2] + i));
      if constexpr (!Plain && relaxes<Update>)
        if (has_memories) {
          const int plane = k + static_cast<int>(p);
          if constexpr (Scheme::dim > 1)
            for (int l = 0; l < view.relaxing.n; ++l)
              for (std::size_t n = 0; n < n_targets; ++n)
                __builtin_prefetch(view.relaxing.memory_at(l, n, i, j + 1, plane), 1, 2);
          if constexpr (inlined)
            relax<Update>(view.relaxing, dt, i, j, plane, d[p], value);
          else
            relax_by_call<Update>(view.relaxing, dt, i, j, plane, d[p], value);
        }
      if constexpr (!Plain) {
        const Layers& crossing = absorbing[static_cast<std::size_t>(p)];
        inlined ? crossing.absorb(i, d[p], medium, value) : crossing.absorb_by_call(i, d[p], medium, value);
      }
      for (std::size_t n = 0; n < n_targets; ++n) store_pack(target[n] + p * stride[2] + i, value[n]);
    }
  };
  if constexpr (Scheme::dim == 3 && Planes == 1) {  // the odd one out: less to compile
    for (int i = 0; i < n_points; i += pack_size<Real>) update_pack.template operator()<false>(i);
  } else {
    const auto in_layers = [&](int i) { return absorbing.front().hold(i) || absorbing.back().hold(i); };
    for (int i = 0; i < n_points; i += pack_size<Real>)
      has_memories || in_layers(i) ? update_pack.template operator()<false>(i)
                                   : update_pack.template operator()<true>(i);
  }
}

}  // namespace unda::fd
