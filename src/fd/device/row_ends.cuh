// Absorbing layers at the ends of rows, after the update: thin across the direction in which memory runs, they are quicker in
// a pass of their own, which takes both ends of a row at once.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "exec/arithmetic.hpp"
#include "exec/pack.cuh"
#include "fd/device/absorption.cuh"
#include "fd/device/points.hpp"
#include "fd/device/relaxation.cuh"
#include "fd/device/stencils.cuh"

namespace unda::fd::detail {

inline constexpr int row_end_threads = 256;

/// The nodes of a box that lie in the layers at the ends of rows: `count` from `first` on, whole sectors of memory.
struct RowEnds {
  int first[2], count[2];
};

/// What the layers at the ends of rows add after a plain update to neighbouring points: AbsorbPoint of points.hpp.
template <class Scheme, class Update, int Radius, int Points, class Real, std::size_t... N, std::size_t... P>
__device__ __forceinline__ void absorb_row_end(const View<Real>& view, const LayerView<Real>& layer, int i, int j,
                                               int k, std::index_sequence<N...> derivatives,
                                               std::index_sequence<P...>) {
  using Those = Stretched<Scheme, Update>;
  constexpr auto feels = targets_along<Update>(0);
  constexpr auto on_half = targets_on_half_nodes<Scheme, Update>(0);
  constexpr auto targets = Update::targets;
  constexpr auto mean = mean_parameters<Scheme, Update>();
  constexpr auto mean_axis = mean_axes<Scheme, Update>();
  const std::ptrdiff_t here = i + j * view.stride[1] + k * view.stride[2];
  const int along = i - layer.first;
  const std::ptrdiff_t place = layer.memory_at(along, j, k);

  Stencils<Scheme, Update, Radius, Points, Real, decltype(derivatives)> stencils;
  Pack<Real, Points> memory[Those::n], decay[2], gain[2], stretch[2], keep[2], value[targets.size()];
  ParameterMarch<Real, Points> parameter[sizeof...(P) > 0 ? sizeof...(P) : 1];
  (
      [&] {
        if constexpr (constexpr Those those = stretched<Scheme, Update>(); those.axis[N] == 0) {
          stencils.template get<N>().at = view.field[Update::derivatives[N].field] + here;
          stencils.template get<N>().load(0, 0);
          memory[those.place[N]].load_changing(layer.memory[N] + place);
        }
      }(),
      ...);
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    decay[half].load(layer.decay[half] + along);
    gain[half].load(layer.gain[half] + along);
    stretch[half].load(layer.stretch[half] + along);
    keep[half].load(layer.keep[half] + along);
  }
#pragma unroll
  for (std::size_t n = 0; n < targets.size(); ++n)
    if (feels[n]) value[n].load_changing(view.field[targets[n]] + here);
  (
      [&] {
        constexpr int p = Update::parameters[P];
        const auto& stride = view.parameter_stride[p];
        parameter[P].at = view.parameter[p] + i + j * stride[1] + k * stride[2];
        parameter[P].template load<mean[P], mean_axis[P], false>(view.parameter_step[p], 0);
      }(),
      ...);

  Real all[Points][sizeof...(N)];
#pragma unroll
  for (int w = 0; w < Points; ++w) {
    Real(&change)[sizeof...(N)] = all[w];
    Real m[sizeof...(P) > 0 ? sizeof...(P) : 1], rate[targets.size()];
    (
        [&] {
          if constexpr (constexpr Those those = stretched<Scheme, Update>(); those.axis[N] == 0) {
            constexpr int q = those.place[N], half = those.half[0][q];
            const Stretch s(decay[half].of[w], gain[half].of[w], stretch[half].of[w], memory[q].of[w],
                            stencils.template get<N>().derive(w, view.inverse_spacing[0]));
            memory[q].of[w] = s.psi;
            change[N] = s.change;
          } else {
            change[N] = 0;
          }
        }(),
        ...);
    ((m[P] = parameter[P].template get<mean[P]>(w)), ...);
    Update::rates(change, m, rate);
#pragma unroll
    for (std::size_t n = 0; n < targets.size(); ++n)
      if (feels[n]) value[n].of[w] = multiply_add(view.dt, rate[n], keep[on_half[n]].of[w] * value[n].of[w]);
  }
  (
      [&] {
        if constexpr (constexpr Those those = stretched<Scheme, Update>(); those.axis[N] == 0)
          memory[those.place[N]].store(layer.memory[N] + place);
      }(),
      ...);
#pragma unroll
  for (std::size_t n = 0; n < targets.size(); ++n)
    if (feels[n]) value[n].store(view.field[targets[n]] + here);
  if constexpr (relaxes<Update>)
    relax_changes<Update, Points>(view.relaxing, view.dt, i, j, k, all, feels,
                                  [&](std::size_t n, int w, Real kept) { return keep[on_half[n]].of[w] * kept; });
}

/// Four threads take one end of a row, four the other.
template <class Scheme, class Update, int Radius, int Points, class Real>
__global__ void __launch_bounds__(row_end_threads)
    absorb_row_ends(const __grid_constant__ View<Real> view, const __grid_constant__ LayersView<Real> layers,
                    const __grid_constant__ Box box, const __grid_constant__ RowEnds ends) {
  const int side = static_cast<int>(threadIdx.x) / 4, k = box.first[2] + static_cast<int>(blockIdx.y);
  const int j = box.first[1] + static_cast<int>(blockIdx.x * blockDim.y + threadIdx.y);
  if (j >= box.last(1)) return;
  for (int i = static_cast<int>(threadIdx.x) % 4 * Points; i < ends.count[side]; i += 4 * Points)
    absorb_row_end<Scheme, Update, Radius, Points>(view, layers.across[0][side], ends.first[side] + i, j, k,
                                                   std::make_index_sequence<Update::derivatives.size()>(),
                                                   std::make_index_sequence<Update::parameters.size()>());
}

}  // namespace unda::fd::detail
