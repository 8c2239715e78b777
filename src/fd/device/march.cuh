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

using exec::load_constant;
using exec::multiply_add;
using exec::Pack;

/// Updates of many derivatives are held up by registers: two blocks a multiprocessor must fit. What they alone touch need
/// not stay in the caches, which their stencils fill; updates of few derivatives gain nothing from that.
template <class Update>
inline constexpr bool is_wide = Update::derivatives.size() > 4;

/// A box is cut into blocks of this many threads, 8 to 32 wide: as it wastes the fewest at the end of rows. In layers, which
/// are thin, blocks are short: there must be enough of them.
inline constexpr int march_threads = 256, march_planes = 64, march_planes_in_layers = 16;

/// Neighbouring points of a row that a thread takes: the more, the fewer and larger the loads; registers set the limit. In
/// absorbing layers it is one.
template <class Update, class Next, int Radius, class Real>
constexpr int march_points() {
  const bool long_stencils = Radius > 4;
  const int bytes = is_wide<Update> ? (long_stencils ? 4 : 8) : !std::is_void_v<Next> || long_stencils ? 8 : 16;
  const int points = bytes / static_cast<int>(sizeof(Real));
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

/// What a layer across an axis adds to the new values at a point: AbsorbPoint of points.hpp with the derivatives at hand.
template <class Scheme, class Update, int Radius, int Axis, class Real>
__device__ __forceinline__ void absorb_at(const View<Real>& view, const LayerView<Real>& layer, int i, int j, int k,
                                          const Real* d, const Real* m, Real* value) {
  constexpr auto derivatives = Update::derivatives;
  constexpr auto backward = backward_derivatives<Scheme, Update>();
  const int along = (Axis == 0 ? i : Axis == 1 ? j : k) - layer.first;
  if (along < 0 || along >= layer.count) return;
  const int li = Axis == 0 ? along : i, lj = Axis == 1 ? along : j, lk = Axis == 2 ? along : k;
  const std::ptrdiff_t here = layer.memory_at(li, lj, lk);
  Real change[derivatives.size()]{}, rate[Update::targets.size()];
#pragma unroll
  for (int n = 0; n < static_cast<int>(derivatives.size()); ++n) {
    const Derivative what = derivatives[n];
    if (what.axis != Axis || what.kind == Operator::value) continue;
    const int place = backward[n] || what.kind == Operator::second ? 0 : 1;
    Real slope = d[n], bend = 0;
    if (what.kind == Operator::second) {
      constexpr auto c = numerics::staggered_difference<Radius>();
      const Real* f = layer.slope_memory[n] + layer.slope_at(li, lj, lk);
      const std::ptrdiff_t stride = layer.slope_stride[Axis];
      Real sum = 0;
#pragma unroll
      for (int q = Radius; q >= 1; --q)
        sum = multiply_add(static_cast<Real>(c[q - 1]), f[(q - 1) * stride] - f[-q * stride], sum);
      bend = view.inverse_spacing[Axis] * sum;
      slope = d[n] + bend;
    }
    Real& memory = layer.memory[n][here];
    const Real psi = layer.decay[place][along] * memory + layer.gain[place][along] * slope;
    memory = psi;
    change[n] = what.kind == Operator::second ? psi + bend : psi + layer.stretch[place][along] * slope;
  }
  Update::rates(change, m, rate);
#pragma unroll
  for (std::size_t n = 0; n < Update::targets.size(); ++n) value[n] = multiply_add(view.dt, rate[n], value[n]);
}

/// The update that follows at the same points, from what this one has found: see PointwiseNext.
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
__device__ __forceinline__ void march_column(const View<Real>& view, [[maybe_unused]] const LayersView<Real>* layers,
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

  for (int k = k0; k < k1; ++k) {
    Pack<Real, Points> value[targets.size()];
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
#pragma unroll
        for (int side = 0; side < 2; ++side)
          absorb_at<Scheme, Update, Radius, 0>(view, layers->across[0][side], i + w, j, k, d, m, changed);
        if constexpr (Scheme::dim > 1) {
#pragma unroll
          for (int side = 0; side < 2; ++side)
            absorb_at<Scheme, Update, Radius, 1>(view, layers->across[1][side], i + w, j, k, d, m, changed);
        }
        if constexpr (Scheme::dim > 2) {
#pragma unroll
          for (int side = 0; side < 2; ++side)
            absorb_at<Scheme, Update, Radius, 2>(view, layers->across[2][side], i + w, j, k, d, m, changed);
        }
#pragma unroll
        for (std::size_t n = 0; n < targets.size(); ++n) value[n].of[w] = changed[n];
      }
    }
#pragma unroll
    for (std::size_t n = 0; n < targets.size(); ++n) {
      if constexpr (wide)
        value[n].store_once(view.field[targets[n]] + here);
      else
        value[n].store(view.field[targets[n]] + here);
    }
    if constexpr (!std::is_void_v<Next>) follow_at<Update, Next>(view, here, value);
    here += plane;
    (stencils.template get<N>().go_on(plane), ...);
  }
}

/// The columns of a box from plane k0 of it on, (bi, bj) in blocks.
template <class Scheme, class Update, class Next, int Radius, int Points, bool InLayers, class Real>
__device__ __forceinline__ void march_block(const View<Real>& view, const LayersView<Real>* layers, const Box& box,
                                            int bi, int bj, int k0, int planes) {
  const int i = (bi * static_cast<int>(blockDim.x) + static_cast<int>(threadIdx.x)) * Points;
  const int j = bj * static_cast<int>(blockDim.y) + static_cast<int>(threadIdx.y);
  if (i >= box.n[0] || j >= box.n[1]) return;
  const int k1 = k0 + planes < box.n[2] ? k0 + planes : box.n[2];
  march_column<Scheme, Update, Next, Radius, Points, InLayers>(
      view, layers, box.first[0] + i, box.first[1] + j, box.first[2] + k0, box.first[2] + k1,
      std::make_index_sequence<Update::derivatives.size()>(), std::make_index_sequence<Update::parameters.size()>());
}

template <class Scheme, class Update, class Next, int Radius, int Points, class Real>
__global__ void __launch_bounds__(march_threads, 2)
    march(const __grid_constant__ View<Real> view, const __grid_constant__ Box box) {
  march_block<Scheme, Update, Next, Radius, Points, false>(view, static_cast<const LayersView<Real>*>(nullptr), box,
                                                           static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y),
                                                           static_cast<int>(blockIdx.z) * march_planes, march_planes);
}

/// The boxes of a shell, all in one loop: how many blocks each takes along its axes, and its first.
struct ShellBlocks {
  static constexpr int most = 6;
  Box box[most];
  int across[most][2];
  int first[most + 1];
  int n = 0;
};

template <class Scheme, class Update, class Next, int Radius, class Real>
__global__ void __launch_bounds__(march_threads, 2)
    march_in_layers(const __grid_constant__ View<Real> view, const __grid_constant__ LayersView<Real> layers,
                    const __grid_constant__ ShellBlocks shell) {
  int b = 0;
  while (b + 1 < shell.n && static_cast<int>(blockIdx.x) >= shell.first[b + 1]) ++b;
  const int block = static_cast<int>(blockIdx.x) - shell.first[b];
  const int bi = block % shell.across[b][0], rest = block / shell.across[b][0];
  march_block<Scheme, Update, Next, Radius, 1, true>(view, &layers, shell.box[b], bi, rest % shell.across[b][1],
                                                     rest / shell.across[b][1] * march_planes_in_layers,
                                                     march_planes_in_layers);
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
  template <int Radius>
  static void run_in_layers(const exec::Queue& queue, const View<Real>& view, const Differences<Real>&,
                            std::span<const Box> boxes, const LayersView<Real>& layers) {
    constexpr int width = 32;
    const dim3 block(width, march_threads / width);
    ShellBlocks shell{};
    assert(boxes.size() <= ShellBlocks::most);
    for (const Box& box : boxes) {
      shell.box[shell.n] = box;
      shell.across[shell.n][0] = blocks(box.n[0], width);
      shell.across[shell.n][1] = blocks(box.n[1], march_threads / width);
      const int n = shell.across[shell.n][0] * shell.across[shell.n][1] * blocks(box.n[2], march_planes_in_layers);
      shell.first[shell.n + 1] = shell.first[shell.n] + n;
      ++shell.n;
    }
    if (shell.n == 0) return;
    march_in_layers<Scheme, Update, Next, Radius>
        <<<shell.first[shell.n], block, 0, static_cast<cudaStream_t>(queue.stream())>>>(view, layers, shell);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting an update in layers");
  }
  template <std::size_t... R>
  static void choose(int radius, DeviceUpdate<Real>& kernels, std::index_sequence<R...>) {
    ((radius == R + 1 ? (kernels.update = run<R + 1, march_points<Update, Next, R + 1, Real>()>,
                         kernels.update_in_layers = run_in_layers<R + 1>, 0)
                      : 0),
     ...);
  }
  static void set(int radius, DeviceUpdate<Real>& kernels) {
    choose(radius, kernels, std::make_index_sequence<max_radius>());
    assert(kernels.update != nullptr);
  }
};

}  // namespace unda::fd::detail
