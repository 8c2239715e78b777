// Absorbing layers inside the update of a box on a GPU: AbsorbPoint of points.hpp, bit by bit, with the derivatives of the
// update at hand and the memories loaded with everything else.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "exec/arithmetic.hpp"
#include "exec/pack.cuh"
#include "fd/device/points.hpp"
#include "fd/device/stencils.cuh"
#include "numerics/difference.hpp"

namespace unda::fd::detail {

/// The derivatives of an update that layers stretch: as many along every axis.
template <class Scheme, class Update>
struct Stretched {
  static constexpr int n_derivatives = static_cast<int>(Update::derivatives.size());
  static constexpr int n = [] {
    int sum = 0;
    for (const Derivative& d : Update::derivatives) sum += d.axis == 0 && d.kind != Operator::value ? 1 : 0;
    return sum;
  }();
  static constexpr bool second = Update::derivatives[0].kind == Operator::second;

  int of[3][n]{};              ///< by axis: their numbers among all
  int half[3][n]{};            ///< whether they are taken half a cell off the nodes
  int place[n_derivatives]{};  ///< by derivative: which of its axis it is
  int axis[n_derivatives]{};
  bool uses[2]{};  ///< by half
};
template <class Scheme, class Update>
constexpr Stretched<Scheme, Update> stretched() {
  Stretched<Scheme, Update> those;
  const auto backward = backward_derivatives<Scheme, Update>();
  int count[3]{};
  for (int d = 0; d < those.n_derivatives; ++d) {
    const Derivative what = Update::derivatives[d];
    those.axis[d] = what.kind == Operator::value ? -1 : what.axis;
    if (what.kind == Operator::value) continue;
    those.place[d] = count[what.axis]++;
    those.of[what.axis][those.place[d]] = d;
    const int half = backward[d] || those.second ? 0 : 1;
    those.half[what.axis][those.place[d]] = half;
    those.uses[half] = true;
  }
  return those;
}

/// One of three values, by an axis known at run time.
template <class Value>
__device__ __forceinline__ Value of_axis(int axis, Value x, Value y, Value z) {
  return axis == 0 ? x : axis == 1 ? y : z;
}

/// Where a point lies in the layers across an axis, of which there are two at most: in which, and how deep.
struct DepthInLayers {
  int side = 0, along = 0;
  bool inside = false;
};
template <class Real>
__device__ __forceinline__ DepthInLayers depth_in_layers(const LayersView<Real>& layers, int axis, int i, int j,
                                                         int k) {
  const int index = of_axis(axis, i, j, k);
  const LayerView<Real>& high = layers.across[axis][1];
  const int side = high.count > 0 && index >= high.first ? 1 : 0;
  const int along = index - layers.across[axis][side].first;
  return {side, along, along < layers.across[axis][side].count};
}
template <class Real>
__device__ __forceinline__ std::ptrdiff_t memory_place(const LayerView<Real>& layer, int axis, int along, int i, int j,
                                                       int k) {
  return layer.memory_at(axis == 0 ? along : i, axis == 1 ? along : j, axis == 2 ? along : k);
}

/// What a layer makes of a derivative.
template <class Real>
struct Stretch {
  Real psi, change;
  __device__ __forceinline__ Stretch(Real decay, Real gain, Real stretch, Real memory, Real slope)
      : psi(decay * memory + gain * slope), change(psi + stretch * slope) {}
};

/// The layers around a box, and the axis of the one that all of the box lies in; 3: there may be none.
template <class Real>
struct BoxInLayers {
  const LayersView<Real>* layers = nullptr;
  int axis = 3;
};

/// What absorbing layers add to the new values of neighbouring points of a row: AbsorbPoint of points.hpp with the
/// derivatives at hand. All points of a box lie in the layer of one axis, the foremost: its memories are loaded with
/// everything else. At edges and corners the layers of other axes come before and after; the axes are always taken in order.
/// Layers take whole packs of a row: beyond their last point profiles and memories are zero.
template <class Scheme, class Update, int Radius, int Points, bool Relaxing, class Real>
struct Absorption {
  using Those = Stretched<Scheme, Update>;
  static constexpr int dim = Scheme::dim;
  const LayersView<Real>& layers;
  const int foremost;            ///< dim: none
  const LayerView<Real>& layer;  ///< the foremost axis's
  std::ptrdiff_t here;           ///< in its memories
  int along;
  Pack<Real, Points> memory[Those::n];
  Pack<Real, Points> decay[2], gain[2], stretch[2], keep[2];
  bool before, after_at_column, after;  ///< in layers of axes before the foremost, or after it

  __device__ __forceinline__ Absorption(const BoxInLayers<Real>& in, int i, int j, int k)
      : layers(*in.layers),
        foremost(in.axis < dim ? in.axis : dim),
        layer(layers.across[foremost % dim][depth_in_layers(layers, foremost % dim, i, j, k).side]) {
    before = after_at_column = false;
    for (int axis = 0; axis < 2 && axis < dim; ++axis) {
      const bool inside = axis != foremost && depth_in_layers(layers, axis, i, j, k).inside;
      (axis < foremost && foremost < dim ? before : after_at_column) |= inside;
    }
    if (foremost == dim) return;
    along = of_axis(foremost, i, j, k) - layer.first;
    here = memory_place(layer, foremost, along, i, j, k);
    if (foremost < 2) load_profile();
  }
  __device__ __forceinline__ void load_profile() {
    constexpr Those those = stretched<Scheme, Update>();
#pragma unroll
    for (int half = 0; half < 2; ++half) {
#pragma unroll
      for (int w = 0; w < Points; ++w) {
        const int at = along + (foremost == 0 ? w : 0);
        keep[half].of[w] = load_constant(layer.keep[half] + at);
        if (!those.uses[half]) continue;
        decay[half].of[w] = load_constant(layer.decay[half] + at);
        gain[half].of[w] = load_constant(layer.gain[half] + at);
        stretch[half].of[w] = load_constant(layer.stretch[half] + at);
      }
    }
  }
  __device__ __forceinline__ Real* memory_of(int q) const {
    constexpr Those those = stretched<Scheme, Update>();
    return layer.memory[of_axis(foremost, those.of[0][q], those.of[1][q], those.of[2][q])] + here;
  }

  __device__ __forceinline__ void load(int i, int j, int k) {
    after = after_at_column || (dim == 3 && foremost != 2 && depth_in_layers(layers, 2, i, j, k).inside);
    if (foremost == dim) return;
    if (foremost == 2) load_profile();
#pragma unroll
    for (int q = 0; q < Those::n; ++q) memory[q].load_changing(memory_of(q));
  }
  __device__ __forceinline__ void prefetch_next() {
    if (foremost == dim) return;
#pragma unroll
    for (int q = 0; q < Those::n; ++q) prefetch(memory_of(q) + layer.memory_stride[2]);
  }
  __device__ __forceinline__ void store_and_go_on() {
    if (foremost == dim) return;
#pragma unroll
    for (int q = 0; q < Those::n; ++q) memory[q].store(memory_of(q));
    here += layer.memory_stride[2];
    if (foremost == 2) ++along;
  }

  /// Point w of the pack, with its derivatives and parameters.
  __device__ __forceinline__ void absorb(const View<Real>& view, int i, int j, int k, int w, const Real* d,
                                         const Real* m, Real* value) {
    constexpr Those those = stretched<Scheme, Update>();
    if (before) absorb_across(0, foremost, view, i, j, k, w, d, m, value);
    if (foremost < dim) {
      Real change[Those::n];
#pragma unroll
      for (int q = 0; q < Those::n; ++q) {
        const int half = of_axis(foremost, those.half[0][q], those.half[1][q], those.half[2][q]);
        Real slope = of_axis(foremost, d[those.of[0][q]], d[those.of[1][q]], d[those.of[2][q]]), bend = 0;
        if constexpr (Those::second) {
          bend = bend_of(view, layer, foremost, of_axis(foremost, those.of[0][q], those.of[1][q], those.of[2][q]),
                         along, i, j, k, w);
          slope = slope + bend;
        }
        const Stretch s(half == 0 ? decay[0].of[w] : decay[1].of[w], half == 0 ? gain[0].of[w] : gain[1].of[w],
                        half == 0 ? stretch[0].of[w] : stretch[1].of[w], memory[q].of[w], slope);
        memory[q].of[w] = s.psi;
        change[q] = Those::second ? s.psi + bend : s.change;
      }
      add(view, foremost, i + w, j, k, change, m, {keep[0].of[w], keep[1].of[w]}, value);
    }
    if (after) absorb_across(foremost < dim ? foremost + 1 : 0, dim, view, i, j, k, w, d, m, value);
  }
  /// Axes from `first` to before `end`, which few points need.
  __device__ __forceinline__ void absorb_across(int first, int end, const View<Real>& view, int i, int j, int k, int w,
                                                const Real* d, const Real* m, Real* value) {
    constexpr Those those = stretched<Scheme, Update>();
#pragma unroll 1
    for (int axis = first; axis < end; ++axis) {
      const DepthInLayers at = depth_in_layers(layers, axis, i, j, k);
      if (!at.inside) continue;
      const LayerView<Real>& other = layers.across[axis][at.side];
      const int profile = at.along + (axis == 0 ? w : 0);
      const std::ptrdiff_t place = memory_place(other, axis, at.along, i, j, k) + w;
      Real change[Those::n];
#pragma unroll
      for (int q = 0; q < Those::n; ++q) {
        const int n = of_axis(axis, those.of[0][q], those.of[1][q], those.of[2][q]);
        const int half = of_axis(axis, those.half[0][q], those.half[1][q], those.half[2][q]);
        Real slope = of_axis(axis, d[those.of[0][q]], d[those.of[1][q]], d[those.of[2][q]]), bend = 0;
        if constexpr (Those::second) {
          bend = bend_of(view, other, axis, n, at.along, i, j, k, w);
          slope = slope + bend;
        }
        const Stretch s(other.decay[half][profile], other.gain[half][profile], other.stretch[half][profile],
                        other.memory[n][place], slope);
        other.memory[n][place] = s.psi;
        change[q] = Those::second ? s.psi + bend : s.change;
      }
      add(view, axis, i + w, j, k, change, m, {other.keep[0][profile], other.keep[1][profile]}, value);
    }
  }
  static __device__ __forceinline__ void add(const View<Real>& view, int axis, int i, int j, int k, const Real* change,
                                             const Real* m, const std::array<Real, 2>& keep, Real* value) {
    constexpr Those those = stretched<Scheme, Update>();
    constexpr std::array feels{targets_along<Update>(0), targets_along<Update>(1), targets_along<Update>(2)};
    constexpr std::array half{targets_on_half_nodes<Scheme, Update>(0), targets_on_half_nodes<Scheme, Update>(1),
                              targets_on_half_nodes<Scheme, Update>(2)};
    Real all[Those::n_derivatives], rate[Update::targets.size()];
#pragma unroll
    for (int n = 0; n < Those::n_derivatives; ++n) all[n] = axis == those.axis[n] ? change[those.place[n]] : Real(0);
    Update::rates(all, m, rate);
    std::array<bool, Update::targets.size()> felt;
    Real kept[Update::targets.size()];
#pragma unroll
    for (std::size_t n = 0; n < Update::targets.size(); ++n) {
      felt[n] = of_axis(axis, feels[0][n], feels[1][n], feels[2][n]);
      kept[n] = of_axis(axis, half[0][n], half[1][n], half[2][n]) == 0 ? keep[0] : keep[1];
      if (felt[n]) value[n] = multiply_add(view.dt, rate[n], kept[n] * value[n]);
    }
    if constexpr (Relaxing)
      relax_change<Update>(view.relaxing, view.dt, i, j, k, all, felt,
                           [&](std::size_t n, Real memory) { return kept[n] * memory; });
  }
  /// The derivative of the memory of the first derivative.
  static __device__ __forceinline__ Real bend_of(const View<Real>& view, const LayerView<Real>& layer, int axis, int n,
                                                 int along, int i, int j, int k, int w) {
    constexpr auto c = numerics::staggered_difference<Radius>();
    const Real* f =
        layer.slope_memory[n] + w + layer.slope_at(axis == 0 ? along : i, axis == 1 ? along : j, axis == 2 ? along : k);
    const std::ptrdiff_t stride = layer.slope_stride[axis];
    Real sum = 0;
#pragma unroll
    for (int q = Radius; q >= 1; --q)
      sum = multiply_add(static_cast<Real>(c[q - 1]), f[(q - 1) * stride] - f[-q * stride], sum);
    return view.inverse_spacing[axis] * sum;
  }
};

struct NoAbsorption {
  template <class Real>
  __device__ NoAbsorption(const BoxInLayers<Real>&, int, int, int) {}
};
template <bool InLayers, class Scheme, class Update, int Radius, int Points, bool Relaxing, class Real>
using AbsorptionIf =
    std::conditional_t<InLayers, Absorption<Scheme, Update, Radius, Points, Relaxing, Real>, NoAbsorption>;

}  // namespace unda::fd::detail
