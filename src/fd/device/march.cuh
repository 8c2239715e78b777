// The update of a box on a GPU. A thread marches along the slowest axis with the values that its stencil across planes needs in
// registers; the neighbours along the other axes come through the near cache. All that a point needs is asked for before
// anything is computed, neighbouring points of a row together. Coefficients are literals. The rounding is that of the host's
// kernels and of points.hpp.
#pragma once

#include <cassert>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "exec/arithmetic.hpp"
#include "exec/launch.hpp"
#include "exec/pack.cuh"
#include "fd/device/kernels.hpp"
#include "fd/device/points.hpp"
#include "numerics/difference.hpp"

namespace unda::fd::detail {

using exec::ask_for;
using exec::load_constant;
using exec::multiply_add;
using exec::Pack;

/// Updates of many derivatives are held up by registers: two blocks a multiprocessor must fit. What they alone touch need
/// not stay in the caches, which their stencils fill; updates of few derivatives gain nothing from that.
template <class Update>
inline constexpr bool is_wide = Update::derivatives.size() > 4;

/// A box is cut into blocks of this many threads, 8 to 32 wide: as it wastes the fewest at the end of rows. In layers, which
/// are thin, blocks are short (half as long again at most): there must be enough of them.
inline constexpr int march_threads = 256, march_planes = 64, march_planes_in_layers = 24;

/// Neighbouring points of a row that a thread takes: the more, the fewer and larger the loads; registers set the limit.
template <class Update, class Next, int Radius, class Real>
constexpr int march_points() {
  const bool long_stencils = Radius > 4;
  const int bytes = is_wide<Update> ? (long_stencils ? 4 : 8) : !std::is_void_v<Next> || long_stencils ? 8 : 16;
  const int points = bytes / static_cast<int>(sizeof(Real));
  return points > 0 ? points : 1;
}

/// In absorbing layers.
template <class Update, class Next, int Radius, class Real>
constexpr int layer_points() {
  const int points = march_points<Update, Next, Radius, Real>() / 2;
  return points > 0 ? points : 1;
}

/// The distance of two planes: a short number where registers are scarce.
template <class Update>
using PlaneStride = std::conditional_t<is_wide<Update>, int, std::ptrdiff_t>;

/// The values that one derivative reads around neighbouring points of a row: loaded at once, or kept from plane to plane
/// along the slowest axis.
template <class Scheme, class Update, std::size_t N, int Radius, int Points, class Real>
struct Stencil {
  static constexpr Derivative what = Update::derivatives[N];
  static constexpr bool second = what.kind == Operator::second;
  static constexpr bool backward = backward_derivatives<Scheme, Update>()[N];
  static constexpr bool kept = what.axis == 2 && what.kind != Operator::value;
  static constexpr bool along_row = what.axis == 0 && what.kind != Operator::value;
  static constexpr int lowest = what.kind == Operator::value ? 0 : second || backward ? -Radius : 1 - Radius;
  static constexpr int n = what.kind == Operator::value ? 1 : second ? 2 * Radius + 1 : 2 * Radius;
  // Along a row whole packs are loaded, from the one with the lowest value on.
  static constexpr int before = along_row ? (-lowest + Points - 1) / Points * Points : 0;
  static constexpr int n_packs = along_row ? (before + lowest + n + Points - 1 + Points - 1) / Points : n;
  const Real* at;
  Pack<Real, Points> value[n_packs];

  /// At the first plane; all but the highest value.
  __device__ __forceinline__ void start(const Real* f, PlaneStride<Update> plane) {
    at = f;
    if constexpr (kept) {
#pragma unroll
      for (int m = 0; m < n - 1; ++m) value[m].load(at + (lowest + m) * plane);
    }
  }
  __device__ __forceinline__ void load(int row, PlaneStride<Update> plane) {
    if constexpr (kept) {
      value[n - 1].load(at + (lowest + n - 1) * plane);
    } else if constexpr (along_row) {
#pragma unroll
      for (int m = 0; m < n_packs; ++m) value[m].load(at - before + m * Points);
    } else {
#pragma unroll
      for (int m = 0; m < n; ++m) value[m].load(at + (lowest + m) * row);
    }
  }
  /// For what the next plane needs.
  __device__ __forceinline__ void ask(PlaneStride<Update> plane) const {
    ask_for(kept ? at + (lowest + n) * plane : at + plane);
  }
  /// Value m around point w.
  __device__ __forceinline__ Real around(int w, int m) const {
    if constexpr (along_row) {
      const int place = before + lowest + m + w;
      return value[place / Points].of[place % Points];
    } else {
      return value[m].of[w];
    }
  }
  __device__ __forceinline__ Real derive(int w, Real scale) const {
    if constexpr (what.kind == Operator::value) {
      return around(w, 0);
    } else if constexpr (second) {
      constexpr auto c = numerics::second_difference<Radius>();
      Real sum = 0;
#pragma unroll
      for (int m = Radius; m >= 1; --m)
        sum = multiply_add(static_cast<Real>(c[m]), around(w, Radius + m) + around(w, Radius - m), sum);
      return scale * scale * multiply_add(static_cast<Real>(c[0]), around(w, Radius), sum);
    } else {
      constexpr auto c = numerics::staggered_difference<Radius>();
      Real sum = 0;
#pragma unroll
      for (int m = Radius; m >= 1; --m)
        sum = multiply_add(static_cast<Real>(c[m - 1]), around(w, Radius - 1 + m) - around(w, Radius - m), sum);
      return scale * sum;
    }
  }
  __device__ __forceinline__ void go_on(PlaneStride<Update> plane) {
    at += plane;
    if constexpr (kept) {
#pragma unroll
      for (int m = 0; m < n - 1; ++m) value[m] = value[m + 1];
    }
  }
};

template <class Scheme, class Update, int Radius, int Points, class Real, class Numbers>
struct Stencils;
template <class Scheme, class Update, int Radius, int Points, class Real, std::size_t... N>
struct Stencils<Scheme, Update, Radius, Points, Real, std::index_sequence<N...>>
    : Stencil<Scheme, Update, N, Radius, Points, Real>... {
  template <std::size_t M>
  __device__ __forceinline__ Stencil<Scheme, Update, M, Radius, Points, Real>& get() {
    return *this;
  }
};

/// A parameter of the update along the march, or the mean of two.
template <class Real, int Points>
struct ParameterMarch {
  const Real* at = nullptr;
  Pack<Real, Points> value, next;

  template <bool mean, int axis, bool once>
  __device__ __forceinline__ void load(std::ptrdiff_t step, std::ptrdiff_t plane) {
    if constexpr (once && !mean)
      value.load_once(at);
    else
      value.load(at);
    if constexpr (mean && axis == 0) {
#pragma unroll
      for (int w = 0; w < Points - 1; ++w) next.of[w] = step == 0 ? value.of[w] : value.of[w + 1];
      next.of[Points - 1] = load_constant(at + Points - 1 + step);
    } else if constexpr (mean) {
      next.load(at + step);
    }
    at += plane;
  }
  template <bool mean>
  __device__ __forceinline__ Real get(int w) const {
    return mean ? Real(0.5) * (value.of[w] + next.of[w]) : value.of[w];
  }
};

/// The axis along which a parameter sits between nodes.
template <class Scheme, class Update>
constexpr auto mean_axes() {
  std::array<int, Update::parameters.size()> axes{};
  for (int n = 0; n < static_cast<int>(axes.size()); ++n)
    for (int a = 0; a < 3; ++a)
      if (Scheme::medium[Update::parameters[n]].half[a] == 1) axes[n] = a;
  return axes;
}

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
/// derivatives at hand. All points of a box lie in the layer of one axis, the foremost: its memories are asked for with
/// everything else. At edges and corners the layers of other axes come before and after; the axes are always taken in order.
/// Layers take whole packs of a row: beyond their last point profiles and memories are zero.
template <class Scheme, class Update, int Radius, int Points, class Real>
struct Absorption {
  using Those = Stretched<Scheme, Update>;
  static constexpr int dim = Scheme::dim;
  const LayersView<Real>& layers;
  const int foremost;            ///< dim: none
  const LayerView<Real>& layer;  ///< the foremost axis's
  std::ptrdiff_t here;           ///< in its memories
  int along;
  Pack<Real, Points> memory[Those::n];
  Pack<Real, Points> decay[2], gain[2], stretch[2];
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
      if (!those.uses[half]) continue;
#pragma unroll
      for (int w = 0; w < Points; ++w) {
        const int at = along + (foremost == 0 ? w : 0);
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
  __device__ __forceinline__ void ask() {
    if (foremost == dim) return;
#pragma unroll
    for (int q = 0; q < Those::n; ++q) ask_for(memory_of(q) + layer.memory_stride[2]);
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
      add(view, foremost, change, m, value);
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
      add(view, axis, change, m, value);
    }
  }
  static __device__ __forceinline__ void add(const View<Real>& view, int axis, const Real* change, const Real* m,
                                             Real* value) {
    constexpr Those those = stretched<Scheme, Update>();
    Real all[Those::n_derivatives], rate[Update::targets.size()];
#pragma unroll
    for (int n = 0; n < Those::n_derivatives; ++n) all[n] = axis == those.axis[n] ? change[those.place[n]] : Real(0);
    Update::rates(all, m, rate);
#pragma unroll
    for (std::size_t n = 0; n < Update::targets.size(); ++n) value[n] = multiply_add(view.dt, rate[n], value[n]);
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
template <bool InLayers, class Scheme, class Update, int Radius, int Points, class Real>
using AbsorptionIf = std::conditional_t<InLayers, Absorption<Scheme, Update, Radius, Points, Real>, NoAbsorption>;

/// A number that the compiler cannot know: what is found from it is found where it is needed, and takes no register before.
__device__ __forceinline__ int hidden(int value) {
  asm volatile("" : "+r"(value));
  return value;
}

/// Stores new values where ghosts across rows repeat them: whole packs, since nobody reads what they hold beyond the last
/// node. Small changes here cost the compiler registers that large updates do not have.
template <class Update, int Points, class Real>
__device__ __forceinline__ void repeat_in_ghosts(const View<Real>& view, int j, int k, std::ptrdiff_t here,
                                                 const Pack<Real, Points>* value) {
  constexpr auto targets = Update::targets;
#pragma unroll
  for (int axis = 1; axis < 3; ++axis) {
    const int n_nodes = hidden(view.n[axis]), index = axis == 1 ? j : k;
    const std::ptrdiff_t across = n_nodes * view.stride[axis];
#pragma unroll
    for (std::size_t n = 0; n < targets.size(); ++n) {
      const auto& ghosts = view.repeats.ghosts[targets[n]][axis];
      if (index < ghosts[1]) value[n].store(view.field[targets[n]] + here + across);
      if (index >= n_nodes - ghosts[0]) value[n].store(view.field[targets[n]] + here - across);
    }
  }
}

/// The update that follows at the same points, from what this one has found: see can_follow.
template <class Update, class Next, int Points, class Real>
__device__ __forceinline__ void follow_at(const View<Real>& view, std::ptrdiff_t here,
                                          const Pack<Real, Points>* found) {
  constexpr auto targets = Next::targets;
  constexpr auto derivatives = Next::derivatives;
  Pack<Real, Points> value[targets.size()];
#pragma unroll
  for (std::size_t n = 0; n < targets.size(); ++n) value[n].load(view.field[targets[n]] + here);
#pragma unroll
  for (int w = 0; w < Points; ++w) {
    Real d[derivatives.size()], rate[targets.size()];
#pragma unroll
    for (std::size_t n = 0; n < derivatives.size(); ++n)
      d[n] = found[place_of_target<Update>(derivatives[n].field)].of[w];
    Next::rates(d, static_cast<const Real*>(nullptr), rate);
#pragma unroll
    for (std::size_t n = 0; n < targets.size(); ++n) value[n].of[w] = multiply_add(view.dt, rate[n], value[n].of[w]);
  }
#pragma unroll
  for (std::size_t n = 0; n < targets.size(); ++n) value[n].store(view.into[targets[n]] + here);
}

template <class Scheme, class Update, class Next, int Radius, int Points, bool InLayers, class Real, std::size_t... N,
          std::size_t... P>
__device__ __forceinline__ void march_column(const View<Real>& view, [[maybe_unused]] const BoxInLayers<Real>& in,
                                             int i, int j, int k0, int k1, std::index_sequence<N...> derivatives,
                                             std::index_sequence<P...>) {
  constexpr auto targets = Update::targets;
  constexpr auto mean = mean_parameters<Scheme, Update>();
  constexpr auto mean_axis = mean_axes<Scheme, Update>();
  constexpr bool wide = is_wide<Update>;
  const int row = static_cast<int>(view.stride[1]);
  const auto plane = static_cast<PlaneStride<Update>>(view.stride[2]);
  std::ptrdiff_t here = i + static_cast<std::ptrdiff_t>(j) * row + k0 * view.stride[2];

  Stencils<Scheme, Update, Radius, Points, Real, decltype(derivatives)> stencils;
  (stencils.template get<N>().start(view.field[Update::derivatives[N].field] + here, plane), ...);
  ParameterMarch<Real, Points> parameter[sizeof...(P) > 0 ? sizeof...(P) : 1];
  (
      [&] {
        constexpr int p = Update::parameters[P];
        const auto& stride = view.parameter_stride[p];
        parameter[P].at = view.parameter[p] + i + j * stride[1] + k0 * stride[2];
      }(),
      ...);

  [[maybe_unused]] AbsorptionIf<InLayers, Scheme, Update, Radius, Points, Real> absorption(in, i, j, k0);
  const bool column_repeated = view.repeats.near_face(1, j, view.n[1]);

  for (int k = k0; k < k1; ++k) {
    Pack<Real, Points> value[targets.size()];
    if constexpr (InLayers) {  // there are too few threads to hide how long memory takes
      (stencils.template get<N>().ask(plane), ...);
      (ask_for(parameter[P].at + view.parameter_stride[Update::parameters[P]][2]), ...);
#pragma unroll
      for (std::size_t n = 0; n < targets.size(); ++n) ask_for(view.field[targets[n]] + here + plane);
      absorption.ask();
    }
    if constexpr (InLayers) absorption.load(i, j, k);
    (stencils.template get<N>().load(row, plane), ...);
    (parameter[P].template load<mean[P], mean_axis[P], wide>(view.parameter_step[Update::parameters[P]],
                                                             view.parameter_stride[Update::parameters[P]][2]),
     ...);
#pragma unroll
    for (std::size_t n = 0; n < targets.size(); ++n) {
      if constexpr (wide)
        value[n].load_once(view.field[targets[n]] + here);
      else
        value[n].load_changing(view.field[targets[n]] + here);
    }

#pragma unroll
    for (int w = 0; w < Points; ++w) {
      Real d[sizeof...(N)], m[sizeof...(P) > 0 ? sizeof...(P) : 1], rate[targets.size()];
      ((d[N] = stencils.template get<N>().derive(w, view.inverse_spacing[Update::derivatives[N].axis])), ...);
      ((m[P] = parameter[P].template get<mean[P]>(w)), ...);
      Update::rates(d, m, rate);
#pragma unroll
      for (std::size_t n = 0; n < targets.size(); ++n) value[n].of[w] = multiply_add(view.dt, rate[n], value[n].of[w]);
      if constexpr (InLayers) {
        Real changed[targets.size()];
#pragma unroll
        for (std::size_t n = 0; n < targets.size(); ++n) changed[n] = value[n].of[w];
        absorption.absorb(view, i, j, k, w, d, m, changed);
#pragma unroll
        for (std::size_t n = 0; n < targets.size(); ++n) value[n].of[w] = changed[n];
      }
    }
    if constexpr (InLayers) absorption.store_and_go_on();
#pragma unroll
    for (std::size_t n = 0; n < targets.size(); ++n) {
      if constexpr (wide)
        value[n].store_once(view.field[targets[n]] + here);
      else
        value[n].store(view.field[targets[n]] + here);
    }
    if constexpr (std::is_void_v<Next>) {
      if (column_repeated || view.repeats.near_face(2, k, view.n[2])) repeat_in_ghosts<Update>(view, j, k, here, value);
    }
    if constexpr (!std::is_void_v<Next>) follow_at<Update, Next>(view, here, value);
    here += plane;
    (stencils.template get<N>().go_on(plane), ...);
  }
}

/// The column of a thread in a box, from plane k0 of the box on; (i, j) from the box's first node.
template <class Scheme, class Update, class Next, int Radius, int Points, bool InLayers, class Real>
__device__ __forceinline__ void march_thread(const View<Real>& view, const BoxInLayers<Real>& in, const Box& box, int i,
                                             int j, int k0, int planes) {
  if (i >= box.n[0] || j >= box.n[1]) return;
  const int k1 = k0 + planes < box.n[2] ? k0 + planes : box.n[2];
  march_column<Scheme, Update, Next, Radius, Points, InLayers>(
      view, in, box.first[0] + i, box.first[1] + j, box.first[2] + k0, box.first[2] + k1,
      std::make_index_sequence<Update::derivatives.size()>(), std::make_index_sequence<Update::parameters.size()>());
}

template <class Scheme, class Update, class Next, int Radius, int Points, class Real>
__global__ void __launch_bounds__(march_threads, 2)
    march(const __grid_constant__ View<Real> view, const __grid_constant__ Box box) {
  const int i = (static_cast<int>(blockIdx.x) * static_cast<int>(blockDim.x) + static_cast<int>(threadIdx.x)) * Points;
  const int j = static_cast<int>(blockIdx.y) * static_cast<int>(blockDim.y) + static_cast<int>(threadIdx.y);
  march_thread<Scheme, Update, Next, Radius, Points, false>(view, BoxInLayers<Real>{}, box, i, j,
                                                            static_cast<int>(blockIdx.z) * march_planes, march_planes);
}

/// The boxes of a shell, all in one loop: how wide the blocks of each are and how many planes they take, how many there are
/// along its axes, and its first.
struct ShellBlocks {
  static constexpr int most = 8;
  Box box[most];
  int axis[most], width[most], planes[most];
  int across[most][2];
  int first[most + 1];
  int n = 0;
};

template <class Scheme, class Update, class Next, int Radius, int Points, class Real>
__global__ void __launch_bounds__(march_threads, 2)
    march_in_layers(const __grid_constant__ View<Real> view, const __grid_constant__ LayersView<Real> layers,
                    const __grid_constant__ ShellBlocks shell) {
  int b = 0;
  while (b + 1 < shell.n && static_cast<int>(blockIdx.x) >= shell.first[b + 1]) ++b;
  const int block = static_cast<int>(blockIdx.x) - shell.first[b], thread = static_cast<int>(threadIdx.x);
  const int bi = block % shell.across[b][0], rest = block / shell.across[b][0];
  const int bj = rest % shell.across[b][1], bk = rest / shell.across[b][1];
  const int width = shell.width[b];
  march_thread<Scheme, Update, Next, Radius, Points, true>(
      view, {&layers, shell.axis[b]}, shell.box[b], (bi * width + thread % width) * Points,
      bj * (march_threads / width) + thread / width, bk * shell.planes[b], shell.planes[b]);
}

/// Which targets of an update feel its derivatives along axis 0.
template <class Update>
constexpr auto targets_along_rows() {
  std::array<bool, Update::targets.size()> feels{};
  double m[n_medium_values<Update>]{};
  for (double& value : m) value = 1;
  for (std::size_t n = 0; n < Update::derivatives.size(); ++n) {
    if (Update::derivatives[n].axis != 0 || Update::derivatives[n].kind == Operator::value) continue;
    double d[Update::derivatives.size()]{}, rate[Update::targets.size()]{};
    d[n] = 1;
    Update::rates(d, m, rate);
    for (std::size_t t = 0; t < feels.size(); ++t) feels[t] = feels[t] || rate[t] != 0;
  }
  return feels;
}

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
  constexpr auto feels = targets_along_rows<Update>();
  constexpr auto targets = Update::targets;
  constexpr auto mean = mean_parameters<Scheme, Update>();
  constexpr auto mean_axis = mean_axes<Scheme, Update>();
  const std::ptrdiff_t here = i + j * view.stride[1] + k * view.stride[2];
  const int along = i - layer.first;
  const std::ptrdiff_t place = layer.memory_at(along, j, k);

  Stencils<Scheme, Update, Radius, Points, Real, decltype(derivatives)> stencils;
  Pack<Real, Points> memory[Those::n], decay[2], gain[2], stretch[2], value[targets.size()];
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

#pragma unroll
  for (int w = 0; w < Points; ++w) {
    Real change[sizeof...(N)]{}, m[sizeof...(P) > 0 ? sizeof...(P) : 1], rate[targets.size()];
    (
        [&] {
          if constexpr (constexpr Those those = stretched<Scheme, Update>(); those.axis[N] == 0) {
            constexpr int q = those.place[N], half = those.half[0][q];
            const Stretch s(decay[half].of[w], gain[half].of[w], stretch[half].of[w], memory[q].of[w],
                            stencils.template get<N>().derive(w, view.inverse_spacing[0]));
            memory[q].of[w] = s.psi;
            change[N] = s.change;
          }
        }(),
        ...);
    ((m[P] = parameter[P].template get<mean[P]>(w)), ...);
    Update::rates(change, m, rate);
#pragma unroll
    for (std::size_t n = 0; n < targets.size(); ++n)
      if (feels[n]) value[n].of[w] = multiply_add(view.dt, rate[n], value[n].of[w]);
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
}

/// Four threads take one end of a row, four the other.
template <class Scheme, class Update, int Radius, int Points, class Real>
__global__ void __launch_bounds__(march_threads)
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

template <class Backend, class Scheme, class Update, class Next, class Real>
struct UpdateOnBox {
  static int blocks(int n, int size) { return (n + size - 1) / size; }

  template <int Points>
  static std::pair<dim3, dim3> cover(const View<Real>& view, const Box& box) {
    assert(view.stride[2] < std::numeric_limits<int>::max() / (2 * max_radius));
    assert(box.first[0] % Points == 0);
    constexpr int line = 128;  // of the cache, bytes: less than one at a time is wasteful
    int width = 32;
    for (const int narrower : {16, 8})
      if (narrower * Points * static_cast<int>(sizeof(Real)) >= line &&
          blocks(box.n[0], narrower * Points) * narrower < blocks(box.n[0], width * Points) * width)
        width = narrower;
    const int rows = march_threads / width;
    return {dim3(blocks(box.n[0], width * Points), blocks(box.n[1], rows), blocks(box.n[2], march_planes)),
            dim3(width, rows)};
  }
  template <int Radius, int Points>
  static void run(const exec::Queue& queue, const View<Real>& view, const Differences<Real>&, const Box& box) {
    if (box.empty()) return;
    const auto [grid, block] = cover<Points>(view, box);
    march<Scheme, Update, Next, Radius, Points>
        <<<grid, block, 0, static_cast<cudaStream_t>(queue.stream())>>>(view, box);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting an update");
  }
  /// Blocks are a warp wide, less only where the rows are shorter: whole lines of the cache matter more than idle threads.
  template <int Points>
  static int width_in_layers(const Box& box) {
    int width = 32;
    while (width > 4 && width * Points >= 2 * box.n[0]) width /= 2;
    return width;
  }
  template <int Radius, int Points>
  static void run_in_layers(const exec::Queue& queue, const View<Real>& view, const Differences<Real>&,
                            std::span<const SideBox> boxes, const LayersView<Real>& layers) {
    ShellBlocks shell{};
    assert(boxes.size() <= ShellBlocks::most);
    for (const auto& [box, axis] : boxes) {
      assert(box.first[0] % Points == 0);
      const int width = width_in_layers<Points>(box);
      const int along_z = blocks(box.n[2], march_planes_in_layers + march_planes_in_layers / 2);
      shell.box[shell.n] = box;
      shell.axis[shell.n] = axis;
      shell.width[shell.n] = width;
      shell.planes[shell.n] = blocks(box.n[2], along_z);
      shell.across[shell.n][0] = blocks(box.n[0], width * Points);
      shell.across[shell.n][1] = blocks(box.n[1], march_threads / width);
      const int n = shell.across[shell.n][0] * shell.across[shell.n][1] * along_z;
      shell.first[shell.n + 1] = shell.first[shell.n] + n;
      ++shell.n;
    }
    if (shell.n == 0) return;
    march_in_layers<Scheme, Update, Next, Radius, Points>
        <<<shell.first[shell.n], march_threads, 0, static_cast<cudaStream_t>(queue.stream())>>>(view, layers, shell);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting an update in layers");
  }
  template <int Radius>
  static void run_row_ends(const exec::Queue& queue, const View<Real>& view, const Differences<Real>&, const Box& box,
                           const LayersView<Real>& layers) {
    RowEnds ends{};
    for (int side = 0; side < 2; ++side) {
      const LayerView<Real>& layer = layers.across[0][side];
      const int count = layer.count > 0 && layer.width > layer.count ? layer.width : layer.count;
      const Box part = clipped(box, 0, layer.first, count);
      ends.first[side] = part.first[0];
      ends.count[side] = part.n[0] > 0 ? part.n[0] : 0;
    }
    if (box.empty() || (ends.count[0] == 0 && ends.count[1] == 0)) return;
    constexpr int points = 16 / static_cast<int>(sizeof(Real));
    const dim3 block(8, march_threads / 8);
    absorb_row_ends<Scheme, Update, Radius, points>
        <<<dim3(blocks(box.n[1], march_threads / 8), box.n[2]), block, 0, static_cast<cudaStream_t>(queue.stream())>>>(
            view, layers, box, ends);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting an update at the ends of rows");
  }
  /// An update that another follows at once must be complete before that.
  template <int Radius>
  static void add_row_ends(DeviceUpdate<Real>& kernels) {
    if constexpr (std::is_void_v<Next>) kernels.absorb_row_ends = run_row_ends<Radius>;
  }
  template <std::size_t... R>
  static void choose(int radius, DeviceUpdate<Real>& kernels, std::index_sequence<R...>) {
    ((radius == R + 1 ? (kernels.update = run<R + 1, march_points<Update, Next, R + 1, Real>()>,
                         kernels.update_in_layers = run_in_layers<R + 1, layer_points<Update, Next, R + 1, Real>()>,
                         add_row_ends<R + 1>(kernels), 0)
                      : 0),
     ...);
  }
  static void set(int radius, DeviceUpdate<Real>& kernels) {
    choose(radius, kernels, std::make_index_sequence<max_radius>());
    assert(kernels.update != nullptr);
  }
};

}  // namespace unda::fd::detail
