// The plain update on a GPU. A thread marches along the slowest axis with the values that its stencil across planes needs in
// registers; the neighbours along the other axes come through the near cache. Coefficients are literals.
#pragma once

#include <cassert>
#include <utility>

#include "exec/launch.hpp"
#include "fd/device/kernels.hpp"
#include "fd/device/points.hpp"
#include "numerics/difference.hpp"

namespace unda::fd::detail {

inline constexpr int march_width = 32, march_rows = 8;
inline constexpr int march_planes = 64;  ///< of a block

template <int Radius, class Real>
__device__ __forceinline__ Real half_way(const Real* __restrict__ f, std::ptrdiff_t stride, bool backward) {
  constexpr auto c = numerics::staggered_difference<Radius>();
  const std::ptrdiff_t shift = backward ? 1 : 0;
  Real sum = 0;
#pragma unroll
  for (int m = Radius; m >= 1; --m)
    sum += static_cast<Real>(c[m - 1]) * (f[(m - shift) * stride] - f[-(m - 1 + shift) * stride]);
  return sum;
}

template <int Radius, class Real>
__device__ __forceinline__ Real twice(const Real* __restrict__ f, std::ptrdiff_t stride) {
  constexpr auto c = numerics::second_difference<Radius>();
  Real sum = 0;
#pragma unroll
  for (int m = Radius; m >= 1; --m) sum += static_cast<Real>(c[m]) * (f[m * stride] + f[-m * stride]);
  return sum + static_cast<Real>(c[0]) * f[0];
}

/// The values of one field around a point along the slowest axis, for one derivative.
template <class Scheme, class Update, std::size_t N, int Radius, class Real>
struct Window {
  static constexpr Derivative what = Update::derivatives[N];
  static constexpr bool used = what.axis == 2 && what.kind != Operator::value;
  static constexpr bool second = what.kind == Operator::second;
  static constexpr bool backward = !second && Scheme::fields[what.field].half[2] == 1;
  static constexpr int lowest = second ? -Radius : backward ? -Radius : 1 - Radius;
  static constexpr int n = second ? 2 * Radius + 1 : 2 * Radius;
  Real value[used ? n : 1];

  /// All but the highest.
  __device__ __forceinline__ void start(const Real* f, std::ptrdiff_t stride) {
    if constexpr (used) {
#pragma unroll
      for (int m = 0; m < n - 1; ++m) value[m] = f[(lowest + m) * stride];
    }
  }
  __device__ __forceinline__ Real take(const Real* f, std::ptrdiff_t stride) {
    value[n - 1] = f[(lowest + n - 1) * stride];
    Real sum = 0;
    if constexpr (second) {
      constexpr auto c = numerics::second_difference<Radius>();
#pragma unroll
      for (int m = Radius; m >= 1; --m) sum += static_cast<Real>(c[m]) * (value[Radius + m] + value[Radius - m]);
      sum += static_cast<Real>(c[0]) * value[Radius];
    } else {
      constexpr auto c = numerics::staggered_difference<Radius>();
#pragma unroll
      for (int m = Radius; m >= 1; --m) sum += static_cast<Real>(c[m - 1]) * (value[Radius - 1 + m] - value[Radius - m]);
    }
#pragma unroll
    for (int m = 0; m < n - 1; ++m) value[m] = value[m + 1];
    return sum;
  }
};

template <class Scheme, class Update, int Radius, class Real, class Numbers>
struct Windows;
template <class Scheme, class Update, int Radius, class Real, std::size_t... N>
struct Windows<Scheme, Update, Radius, Real, std::index_sequence<N...>> : Window<Scheme, Update, N, Radius, Real>... {
  template <std::size_t M>
  __device__ __forceinline__ Window<Scheme, Update, M, Radius, Real>& get() {
    return *this;
  }
};

template <class Scheme, class Update, int Radius, class Real, std::size_t... N>
__device__ __forceinline__ void march_column(const View<Real>& view, int i, int j, int k0, int k1,
                                             std::index_sequence<N...> numbers) {
  Windows<Scheme, Update, Radius, Real, decltype(numbers)> windows;
  const std::ptrdiff_t row = view.stride[1], plane = view.stride[2];
  std::ptrdiff_t at = i + j * row + k0 * plane;
  (windows.template get<N>().start(view.field[Update::derivatives[N].field] + at, plane), ...);
  constexpr auto targets = Update::targets;
  constexpr auto parameters = Update::parameters;
  constexpr auto mean = mean_parameters<Scheme, Update>();
  constexpr auto backward = backward_derivatives<Scheme, Update>();
  const Real* m_at[n_medium_values<Update>];
#pragma unroll
  for (std::size_t n = 0; n < parameters.size(); ++n) {
    const int p = parameters[n];
    m_at[n] = view.parameter[p] + i + j * view.parameter_stride[p][1] + k0 * view.parameter_stride[p][2];
  }
  for (int k = k0; k < k1; ++k, at += plane) {
    Real d[sizeof...(N)], m[n_medium_values<Update>], rate[targets.size()], old[targets.size()];
#pragma unroll
    for (std::size_t n = 0; n < targets.size(); ++n) old[n] = view.field[targets[n]][at];
#pragma unroll
    for (std::size_t n = 0; n < parameters.size(); ++n) {
      const int p = parameters[n];
      m[n] = mean[n] ? Real(0.5) * (m_at[n][0] + m_at[n][view.parameter_step[p]]) : m_at[n][0];
      m_at[n] += view.parameter_stride[p][2];
    }
    (
        [&] {
          constexpr Derivative what = Update::derivatives[N];
          const Real* f = view.field[what.field] + at;
          const Real scale = view.inverse_spacing[what.axis];
          if constexpr (what.kind == Operator::value)
            d[N] = *f;
          else if constexpr (what.axis == 2)
            d[N] = (what.kind == Operator::second ? scale * scale : scale) * windows.template get<N>().take(f, plane);
          else if constexpr (what.kind == Operator::second)
            d[N] = scale * scale * twice<Radius>(f, what.axis == 0 ? 1 : row);
          else
            d[N] = scale * half_way<Radius>(f, what.axis == 0 ? 1 : row, backward[N]);
        }(),
        ...);
    Update::rates(d, m, rate);
#pragma unroll
    for (std::size_t n = 0; n < targets.size(); ++n)
      view.field[targets[n]][at] = old[n] + view.dt * rate[n];
  }
}

template <class Scheme, class Update, int Radius, class Real>
__global__ void __launch_bounds__(march_width* march_rows) march(const __grid_constant__ View<Real> view, Box box) {
  const int i = static_cast<int>(blockIdx.x * march_width + threadIdx.x);
  const int j = static_cast<int>(blockIdx.y * march_rows + threadIdx.y);
  if (i >= box.n[0] || j >= box.n[1]) return;
  const int k0 = static_cast<int>(blockIdx.z) * march_planes;
  const int k1 = k0 + march_planes < box.n[2] ? k0 + march_planes : box.n[2];
  march_column<Scheme, Update, Radius>(view, box.first[0] + i, box.first[1] + j, box.first[2] + k0, box.first[2] + k1,
                                       std::make_index_sequence<Update::derivatives.size()>());
}

template <class Backend, class Scheme, class Update, class Real>
struct UpdateOnBox {
  template <int Radius>
  static void run(const exec::Queue& queue, const View<Real>& view, const Differences<Real>&, const Box& box) {
    if (box.empty()) return;
    auto blocks = [](int n, int size) { return static_cast<unsigned>((n + size - 1) / size); };
    const dim3 grid(blocks(box.n[0], march_width), blocks(box.n[1], march_rows), blocks(box.n[2], march_planes));
    march<Scheme, Update, Radius>
        <<<grid, dim3(march_width, march_rows), 0, static_cast<cudaStream_t>(queue.stream())>>>(view, box);
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
