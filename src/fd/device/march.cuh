// The update of a box on a GPU. A thread marches along the slowest axis with the values that its stencil across planes needs in
// registers; the neighbours along the other axes come through the near cache. All loads of a point are issued before
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
#include "fd/device/absorption.cuh"
#include "fd/device/gpu_orders.hpp"
#include "fd/device/kernels.hpp"
#include "fd/device/points.hpp"
#include "fd/device/relaxation.cuh"
#include "fd/device/row_ends.cuh"
#include "fd/device/stencils.cuh"

namespace unda::fd::detail {

/// A box is cut into blocks of this many threads, a warp wide unless far more of them were idle at the end of rows. In layers,
/// which are thin, blocks are short (half as long again at most): there must be enough of them.
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

/// A number that the compiler cannot know: what is found from it is found where it is needed, and takes no register before.
__device__ __forceinline__ int hidden(int value) {
  asm volatile("" : "+r"(value));
  return value;
}
__device__ __forceinline__ std::ptrdiff_t hidden(std::ptrdiff_t value) {
  asm volatile("" : "+l"(value));
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

template <class Scheme, class Update, class Next, int Radius, int Points, bool InLayers, bool Relaxing, class Real,
          std::size_t... N, std::size_t... P>
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

  [[maybe_unused]] AbsorptionIf<InLayers, Scheme, Update, Radius, Points, Relaxing, Real> absorption(in, i, j, k0);
  const bool column_repeated = view.repeats.near_face(1, j, view.n[1]);

  for (int k = k0; k < k1; ++k) {
    Pack<Real, Points> value[targets.size()];
    if constexpr (Relaxing && !InLayers) {  // memories need the registers that addresses would take from plane to plane
      const std::ptrdiff_t offset = hidden(here);
      ((stencils.template get<N>().at = view.field[Update::derivatives[N].field] + offset), ...);
      (
          [&] {
            constexpr int p = Update::parameters[P];
            parameter[P].at = view.parameter[p] + hidden(i) + j * view.parameter_stride[p][1] +
                              hidden(k) * view.parameter_stride[p][2];
          }(),
          ...);
    }
    if constexpr (InLayers) {  // there are too few threads to hide how long memory takes
      (stencils.template get<N>().prefetch_next(plane), ...);
      (prefetch(parameter[P].at + view.parameter_stride[Update::parameters[P]][2]), ...);
#pragma unroll
      for (std::size_t n = 0; n < targets.size(); ++n) prefetch(view.field[targets[n]] + here + plane);
      absorption.prefetch_next();
      if constexpr (Relaxing) prefetch_memories<Update>(view.relaxing, i, j, k + 1);
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

    Real derivative[Points][sizeof...(N)];
#pragma unroll
    for (int w = 0; w < Points; ++w) {
      Real(&d)[sizeof...(N)] = derivative[w];
      Real m[sizeof...(P) > 0 ? sizeof...(P) : 1], rate[targets.size()];
      ((d[N] = stencils.template get<N>().derive(w, view.inverse_spacing[Update::derivatives[N].axis])), ...);
      ((m[P] = parameter[P].template get<mean[P]>(w)), ...);
      Update::rates(d, m, rate);
#pragma unroll
      for (std::size_t n = 0; n < targets.size(); ++n) value[n].of[w] = multiply_add(view.dt, rate[n], value[n].of[w]);
      if constexpr (InLayers) {
        Real changed[targets.size()];
#pragma unroll
        for (std::size_t n = 0; n < targets.size(); ++n) changed[n] = value[n].of[w];
        if constexpr (Relaxing) relax<Update>(view.relaxing, view.dt, i + w, j, k, d, changed);
        absorption.absorb(view, i, j, k, w, d, m, changed);
#pragma unroll
        for (std::size_t n = 0; n < targets.size(); ++n) value[n].of[w] = changed[n];
      }
    }
    if constexpr (InLayers) absorption.store_and_go_on();
    if constexpr (Relaxing && !InLayers)
      relax_points<Update, Points>(view.relaxing, view.dt, i, j, k, derivative, value);
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
template <class Scheme, class Update, class Next, int Radius, int Points, bool InLayers, bool Relaxing, class Real>
__device__ __forceinline__ void march_thread(const View<Real>& view, const BoxInLayers<Real>& in, const Box& box, int i,
                                             int j, int k0, int planes) {
  if (i >= box.n[0] || j >= box.n[1]) return;
  const int k1 = k0 + planes < box.n[2] ? k0 + planes : box.n[2];
  march_column<Scheme, Update, Next, Radius, Points, InLayers, Relaxing>(
      view, in, box.first[0] + i, box.first[1] + j, box.first[2] + k0, box.first[2] + k1,
      std::make_index_sequence<Update::derivatives.size()>(), std::make_index_sequence<Update::parameters.size()>());
}

template <class Scheme, class Update, class Next, int Radius, int Points, bool Relaxing, class Real>
__global__ void __launch_bounds__(march_threads, 2)
    march(const __grid_constant__ View<Real> view, const __grid_constant__ Box box) {
  const int i = (static_cast<int>(blockIdx.x) * static_cast<int>(blockDim.x) + static_cast<int>(threadIdx.x)) * Points;
  const int j = static_cast<int>(blockIdx.y) * static_cast<int>(blockDim.y) + static_cast<int>(threadIdx.y);
  march_thread<Scheme, Update, Next, Radius, Points, false, Relaxing>(
      view, BoxInLayers<Real>{}, box, i, j, static_cast<int>(blockIdx.z) * march_planes, march_planes);
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

template <class Scheme, class Update, class Next, int Radius, int Points, bool Relaxing, class Real>
__global__ void __launch_bounds__(march_threads, 2)
    march_in_layers(const __grid_constant__ View<Real> view, const __grid_constant__ LayersView<Real> layers,
                    const __grid_constant__ ShellBlocks shell) {
  int b = 0;
  while (b + 1 < shell.n && static_cast<int>(blockIdx.x) >= shell.first[b + 1]) ++b;
  const int block = static_cast<int>(blockIdx.x) - shell.first[b], thread = static_cast<int>(threadIdx.x);
  const int bi = block % shell.across[b][0], rest = block / shell.across[b][0];
  const int bj = rest % shell.across[b][1], bk = rest / shell.across[b][1];
  const int width = shell.width[b];
  march_thread<Scheme, Update, Next, Radius, Points, true, Relaxing>(
      view, {&layers, shell.axis[b]}, shell.box[b], (bi * width + thread % width) * Points,
      bj * (march_threads / width) + thread / width, bk * shell.planes[b], shell.planes[b]);
}

template <class Backend, class Scheme, class Update, class Next, class Real>
struct UpdateOnBox {
  static int blocks(int n, int size) { return (n + size - 1) / size; }

  /// Media without attenuation have kernels that know nothing of it.
  template <class Start>
  static void with_relaxing(const View<Real>& view, const Start& start) {
    if constexpr (relaxes<Update>)
      if (view.relaxing.n > 0) return start.template operator()<true>();
    start.template operator()<false>();
  }

  template <int Points>
  static std::pair<dim3, dim3> cover(const View<Real>& view, const Box& box) {
    assert(view.stride[2] < std::numeric_limits<int>::max() / (2 * max_radius));
    assert(box.first[0] % Points == 0);
    constexpr int line = 128;  // of the cache, bytes: less than one at a time is wasteful
    int width = 32;
    auto threads_a_row = [&](int w) { return blocks(box.n[0], w * Points) * w; };
    for (const int narrower : {16, 8})  // neighbouring rows in a warp cost more than a sixth of its threads idle
      if (narrower * Points * static_cast<int>(sizeof(Real)) >= line &&
          6 * threads_a_row(narrower) < 5 * threads_a_row(width))
        width = narrower;
    const int rows = march_threads / width;
    return {dim3(blocks(box.n[0], width * Points), blocks(box.n[1], rows), blocks(box.n[2], march_planes)),
            dim3(width, rows)};
  }
  template <int Radius, int Points>
  static void run(const exec::Queue& queue, const View<Real>& view, const Differences<Real>& difference,
                  const Box& box) {
    if (box.empty()) return;
    constexpr int least_rows = march_threads / 32;  // of a block
    for_each_part(box, least_rows * exec::most_blocks_across, march_planes * exec::most_blocks_across,
                  [&](const Box& part) { start_part<Radius, Points>(queue, view, part); });
  }
  template <int Radius, int Points>
  static void start_part(const exec::Queue& queue, const View<Real>& view, const Box& box) {
    const auto [grid, block] = cover<Points>(view, box);
    const auto start = [&]<bool Relaxing>() {
      march<Scheme, Update, Next, Radius, Points, Relaxing>
          <<<grid, block, 0, static_cast<cudaStream_t>(queue.stream())>>>(view, box);
    };
    with_relaxing(view, start);
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
  static void run_in_layers(const exec::Queue& queue, const View<Real>& view, const Differences<Real>& difference,
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
    const auto start = [&]<bool Relaxing>() {
      march_in_layers<Scheme, Update, Next, Radius, Points, Relaxing>
          <<<shell.first[shell.n], march_threads, 0, static_cast<cudaStream_t>(queue.stream())>>>(view, layers, shell);
    };
    with_relaxing(view, start);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting an update in layers");
  }
  template <int Radius>
  static void run_row_ends(const exec::Queue& queue, const View<Real>& view, const Differences<Real>& difference,
                           const Box& box, const LayersView<Real>& layers) {
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
    const dim3 block(8, row_end_threads / 8);
    for_each_part(box, box.n[1], exec::most_blocks_across, [&](const Box& part) {
      absorb_row_ends<Scheme, Update, Radius, points>
          <<<dim3(blocks(part.n[1], row_end_threads / 8), part.n[2]), block, 0,
             static_cast<cudaStream_t>(queue.stream())>>>(view, layers, part, ends);
      exec::detail::check_gpu_call(cudaGetLastError(), "starting an update at the ends of rows");
    });
  }
  /// An update that another follows at once must be complete before that.
  template <int Radius>
  static void add_row_ends(DeviceUpdate<Real>& kernels) {
    if constexpr (std::is_void_v<Next>) kernels.absorb_row_ends = run_row_ends<Radius>;
  }
  template <int Radius>
  static void take(DeviceUpdate<Real>& kernels) {
    kernels.update = run<Radius, march_points<Update, Next, Radius, Real>()>;
    kernels.update_in_layers = run_in_layers<Radius, layer_points<Update, Next, Radius, Real>()>;
    add_row_ends<Radius>(kernels);
  }
  template <int... Order>
  static void choose(int order, DeviceUpdate<Real>& kernels, std::integer_sequence<int, Order...>) {
    ((order == Order ? take<Order / 2>(kernels) : void()), ...);
  }
  static void set(int radius, DeviceUpdate<Real>& kernels) {
    choose(2 * radius, kernels, GpuOrders{});
    assert(kernels.update != nullptr);
  }
};

}  // namespace unda::fd::detail
