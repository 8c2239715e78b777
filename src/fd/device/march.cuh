// The plain update on a GPU. A thread marches along the slowest axis with the values that its stencil across planes needs in
// registers; the neighbours along the other axes come through the near cache. All that a point needs is asked for before
// anything is computed. Coefficients are literals. The rounding is that of the host's kernels.
#pragma once

#include <cassert>
#include <limits>
#include <type_traits>
#include <utility>

#include "exec/arithmetic.hpp"
#include "exec/launch.hpp"
#include "fd/device/kernels.hpp"
#include "fd/device/points.hpp"
#include "numerics/difference.hpp"

namespace unda::fd::detail {

using exec::load_constant;
using exec::multiply_add;

inline constexpr int march_width = 32, march_rows = 8;
inline constexpr int march_planes = 64;  ///< of a block

/// Updates of many derivatives are held up by registers: two blocks a multiprocessor must fit. What they alone touch need
/// not stay in the caches, which their stencils fill; updates of few derivatives gain nothing from that.
template <class Update>
inline constexpr bool is_wide = Update::derivatives.size() > 4;

/// The distance of two planes: a short number where registers are scarce.
template <class Update>
using PlaneStride = std::conditional_t<is_wide<Update>, int, std::ptrdiff_t>;

/// The values that one derivative reads around a point: loaded at once, or kept from plane to plane along the slowest axis.
template <class Scheme, class Update, std::size_t N, int Radius, class Real>
struct Stencil {
  static constexpr Derivative what = Update::derivatives[N];
  static constexpr bool second = what.kind == Operator::second;
  static constexpr bool backward = backward_derivatives<Scheme, Update>()[N];
  static constexpr bool kept = what.axis == 2 && what.kind != Operator::value;
  static constexpr int lowest = what.kind == Operator::value ? 0 : second || backward ? -Radius : 1 - Radius;
  static constexpr int n = what.kind == Operator::value ? 1 : second ? 2 * Radius + 1 : 2 * Radius;
  const Real* at;
  Real value[n];

  /// At the first plane; all but the highest value.
  __device__ __forceinline__ void start(const Real* f, PlaneStride<Update> plane) {
    at = f;
    if constexpr (kept) {
#pragma unroll
      for (int m = 0; m < n - 1; ++m) value[m] = load_constant(at + (lowest + m) * plane);
    }
  }
  __device__ __forceinline__ void load(int row, PlaneStride<Update> plane) {
    if constexpr (kept) {
      value[n - 1] = load_constant(at + (lowest + n - 1) * plane);
    } else {
      const int stride = what.axis == 0 ? 1 : row;
#pragma unroll
      for (int m = 0; m < n; ++m) value[m] = load_constant(at + (lowest + m) * stride);
    }
  }
  __device__ __forceinline__ Real derive(Real scale) const {
    if constexpr (what.kind == Operator::value) {
      return value[0];
    } else if constexpr (second) {
      constexpr auto c = numerics::second_difference<Radius>();
      Real sum = 0;
#pragma unroll
      for (int m = Radius; m >= 1; --m)
        sum = multiply_add(static_cast<Real>(c[m]), value[Radius + m] + value[Radius - m], sum);
      return scale * scale * multiply_add(static_cast<Real>(c[0]), value[Radius], sum);
    } else {
      constexpr auto c = numerics::staggered_difference<Radius>();
      Real sum = 0;
#pragma unroll
      for (int m = Radius; m >= 1; --m)
        sum = multiply_add(static_cast<Real>(c[m - 1]), value[Radius - 1 + m] - value[Radius - m], sum);
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

template <class Scheme, class Update, int Radius, class Real, class Numbers>
struct Stencils;
template <class Scheme, class Update, int Radius, class Real, std::size_t... N>
struct Stencils<Scheme, Update, Radius, Real, std::index_sequence<N...>> : Stencil<Scheme, Update, N, Radius, Real>... {
  template <std::size_t M>
  __device__ __forceinline__ Stencil<Scheme, Update, M, Radius, Real>& get() {
    return *this;
  }
};

/// A parameter of the update along the march, or the mean of two.
template <class Real>
struct ParameterMarch {
  const Real* at = nullptr;
  Real value = 0, next = 0;

  template <bool mean, bool once>
  __device__ __forceinline__ void load(std::ptrdiff_t step, std::ptrdiff_t plane) {
    value = once && !mean ? __ldcs(at) : load_constant(at);
    if constexpr (mean) next = load_constant(at + step);
    at += plane;
  }
};

template <class Scheme, class Update, int Radius, class Real, std::size_t... N, std::size_t... P>
__device__ __forceinline__ void march_column(const View<Real>& view, int i, int j, int k0, int k1,
                                             std::index_sequence<N...> derivatives, std::index_sequence<P...>) {
  constexpr auto targets = Update::targets;
  constexpr auto mean = mean_parameters<Scheme, Update>();
  constexpr bool wide = is_wide<Update>;
  const int row = static_cast<int>(view.stride[1]);
  const auto plane = static_cast<PlaneStride<Update>>(view.stride[2]);
  const std::ptrdiff_t start = i + static_cast<std::ptrdiff_t>(j) * row + k0 * view.stride[2];

  Stencils<Scheme, Update, Radius, Real, decltype(derivatives)> stencils;
  (stencils.template get<N>().start(view.field[Update::derivatives[N].field] + start, plane), ...);
  ParameterMarch<Real> parameter[sizeof...(P) > 0 ? sizeof...(P) : 1];
  (
      [&] {
        constexpr int p = Update::parameters[P];
        const auto& stride = view.parameter_stride[p];
        parameter[P].at = view.parameter[p] + i + j * stride[1] + k0 * stride[2];
      }(),
      ...);
  Real* target[targets.size()];
#pragma unroll
  for (std::size_t n = 0; n < targets.size(); ++n) target[n] = view.field[targets[n]] + start;

  for (int k = k0; k < k1; ++k) {
    Real d[sizeof...(N)], m[sizeof...(P) > 0 ? sizeof...(P) : 1], rate[targets.size()], old[targets.size()];
    (stencils.template get<N>().load(row, plane), ...);
    (parameter[P].template load<mean[P], wide>(view.parameter_step[Update::parameters[P]],
                                               view.parameter_stride[Update::parameters[P]][2]),
     ...);
#pragma unroll
    for (std::size_t n = 0; n < targets.size(); ++n) old[n] = wide ? __ldcs(target[n]) : *target[n];

    ((d[N] = stencils.template get<N>().derive(view.inverse_spacing[Update::derivatives[N].axis])), ...);
    ((m[P] = mean[P] ? Real(0.5) * (parameter[P].value + parameter[P].next) : parameter[P].value), ...);
    Update::rates(d, m, rate);
#pragma unroll
    for (std::size_t n = 0; n < targets.size(); ++n) {
      const Real value = multiply_add(view.dt, rate[n], old[n]);
      if constexpr (wide)
        __stcs(target[n], value);
      else
        *target[n] = value;
      target[n] += plane;
    }
    (stencils.template get<N>().go_on(plane), ...);
  }
}

template <class Scheme, class Update, int Radius, class Real>
__device__ __forceinline__ void march_block(const View<Real>& view, const Box& box) {
  const int i = static_cast<int>(blockIdx.x * march_width + threadIdx.x);
  const int j = static_cast<int>(blockIdx.y * march_rows + threadIdx.y);
  if (i >= box.n[0] || j >= box.n[1]) return;
  const int k0 = static_cast<int>(blockIdx.z) * march_planes;
  const int k1 = k0 + march_planes < box.n[2] ? k0 + march_planes : box.n[2];
  march_column<Scheme, Update, Radius>(view, box.first[0] + i, box.first[1] + j, box.first[2] + k0, box.first[2] + k1,
                                       std::make_index_sequence<Update::derivatives.size()>(),
                                       std::make_index_sequence<Update::parameters.size()>());
}

template <class Scheme, class Update, int Radius, class Real>
__global__ void __launch_bounds__(march_width* march_rows)
    march(const __grid_constant__ View<Real> view, const __grid_constant__ Box box) {
  march_block<Scheme, Update, Radius>(view, box);
}

template <class Scheme, class Update, int Radius, class Real>
__global__ void __launch_bounds__(march_width* march_rows, 2)
    march_wide(const __grid_constant__ View<Real> view, const __grid_constant__ Box box) {
  march_block<Scheme, Update, Radius>(view, box);
}

template <class Backend, class Scheme, class Update, class Real>
struct UpdateOnBox {
  template <int Radius>
  static void run(const exec::Queue& queue, const View<Real>& view, const Differences<Real>&, const Box& box) {
    if (box.empty()) return;
    assert(view.stride[2] < std::numeric_limits<int>::max() / (2 * max_radius));
    auto blocks = [](int n, int size) { return static_cast<unsigned>((n + size - 1) / size); };
    const dim3 grid(blocks(box.n[0], march_width), blocks(box.n[1], march_rows), blocks(box.n[2], march_planes));
    const dim3 block(march_width, march_rows);
    const auto stream = static_cast<cudaStream_t>(queue.stream());
    if constexpr (is_wide<Update>)
      march_wide<Scheme, Update, Radius><<<grid, block, 0, stream>>>(view, box);
    else
      march<Scheme, Update, Radius><<<grid, block, 0, stream>>>(view, box);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting an update");
  }
  static typename DeviceUpdate<Real>::OnBox for_radius(int radius) {
    constexpr typename DeviceUpdate<Real>::OnBox all[max_radius]{run<1>, run<2>, run<3>, run<4>,
                                                                 run<5>, run<6>, run<7>, run<8>};
    assert(radius >= 1 && radius <= max_radius);
    return all[radius - 1];
  }
};

}  // namespace unda::fd::detail
