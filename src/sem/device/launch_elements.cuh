// Starting the loops over elements on a GPU, for one law, dimension and precision. Included only by the files that make them.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "sem/device/absorb.cuh"
#include "sem/device/gpu_degrees.hpp"
#include "sem/device/law_on_gpu.hpp"
#include "sem/device/march.cuh"

namespace unda::sem {
namespace detail {

template <class Elements, int max_threads, int min_blocks>
__global__ void __launch_bounds__(max_threads, min_blocks) run_elements(const __grid_constant__ Elements elements) {
  extern __shared__ __align__(16) unsigned char shared[];
  elements(reinterpret_cast<typename Elements::Number*>(shared));
}

template <int max_n, class Real>
Line<max_n, Real> shortened(const Line<max_degree + 1, Real>& from) {
  Line<max_n, Real> line{};
  line.n = from.n;
  std::copy_n(from.d, max_n * max_n, line.d);
  std::copy_n(from.weighted, max_n * max_n, line.weighted);
  std::copy_n(from.weight, max_n, line.weight);
  std::copy_n(from.height, max_n, line.height);
  return line;
}

/// Degrees that the compiler knows; others share a slower kernel.
template <int Dim>
constexpr bool is_tuned(int degree) {
  return Dim == 3 ? degree >= first_tuned_degree && degree <= last_tuned_degree : degree == 4;
}

/// f(integral_constant of the degree), 0 for those that are not tuned.
template <int Dim, class Function>
void with_degree(int degree, Function f) {
  if (!is_tuned<Dim>(degree)) return f(std::integral_constant<int, 0>());
  [&]<int... m>(std::integer_sequence<int, m...>) {
    ((degree == m + 1 && is_tuned<Dim>(m + 1) ? f(std::integral_constant < int, is_tuned<Dim>(m + 1) ? m + 1 : 0 > ())
                                              : void()),
     ...);
  }
  (std::make_integer_sequence<int, max_degree>());
}

template <class Elements, int max_threads, int min_blocks>
void launch(const exec::Queue& queue, dim3 grid, dim3 threads, std::size_t shared, const Elements& elements) {
  const auto kernel = run_elements<Elements, max_threads, min_blocks>;
  if (shared > 48 * 1024)
    exec::detail::check_gpu_call(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
        "asking for shared memory");
  kernel<<<grid, threads, shared, static_cast<cudaStream_t>(queue.stream())>>>(elements);
  exec::detail::check_gpu_call(cudaGetLastError(), "starting the loop over elements");
}

template <class Law, int Dim, int Degree, class Elements>
void start(const exec::Queue& queue, int n, dim3 grid, int lanes, const Elements& elements) {
  using Real = typename Elements::Number;
  constexpr int largest = points_in_line<Degree>;
  constexpr int columns = Dim == 3 ? largest * largest : largest;
  constexpr int max_threads = Degree > 0 ? columns * elements_of_block<Law, Dim, Real>(largest) : 1024;
  const int n_columns = Dim == 3 ? n * n : n;
  const std::size_t shared = static_cast<std::size_t>(lanes * shared_numbers<Law, Dim, Real>(n)) * sizeof(Real);
  constexpr int min_blocks = Degree > 0 ? blocks_at_a_time<Law, Real>(largest, max_threads) : 1;
  launch<Elements, max_threads, min_blocks>(
      queue, grid, dim3(static_cast<unsigned>(lanes), static_cast<unsigned>(n_columns)), shared, elements);
}

template <class Law, int Dim, int Degree, int Axis, class Real>
void start_layers(const exec::Queue& queue, const LayerArrays<Real>& arrays, const Line<max_degree + 1, Real>& line,
                  const LayerPackRange& range) {
  using Elements = LayerElements<Law, Dim, Degree, Real, Axis>;
  constexpr int largest = Elements::max_n;
  constexpr int max_threads = Degree > 0 ? Elements::lanes * (Dim == 3 ? largest * largest : largest) : 1024;
  constexpr int min_blocks = max_threads <= 256 ? 2 : 1;
  const int n = line.n, lanes = arrays.lanes;
  const std::size_t numbers =
      static_cast<std::size_t>(lanes * layer_shared_numbers<Law, Dim, Real>(n, Elements::n_staged()));
  launch<Elements, max_threads, min_blocks>(
      queue, dim3(static_cast<unsigned>(range.n)),
      dim3(static_cast<unsigned>(lanes), static_cast<unsigned>(Dim == 3 ? n * n : n)), numbers * sizeof(Real),
      Elements{arrays, shortened<largest>(line), range.first});
}

}  // namespace detail

template <class Law, int Dim, class Real>
void law_stiffness_on_gpu(const exec::Queue& queue, const DeviceElements<Real>& elements,
                          const Line<max_degree + 1, Real>& line, const Assembly<Real>& assembly,
                          const DevicePart& part, const Real* u, const Motion<Real>& motion) {
  const int lanes = elements_of_block<Law, Dim, Real>(line.n), n_layers = part.last_layer - part.first_layer;
  const dim3 grid(static_cast<unsigned>((part.last - part.first + lanes - 1) / lanes),
                  static_cast<unsigned>((n_layers + part.layers_of_column - 1) / part.layers_of_column));
  detail::with_degree<Dim>(elements.degree, [&](auto degree) {
    constexpr int Degree = decltype(degree)::value;
    constexpr int in_block = elements_of_block<Law, Dim, Real>(points_in_line<Degree>);
    const auto own = detail::shortened<points_in_line<Degree>>(line);
    const auto start = [&]<bool deformed, bool varying>() {
      detail::start<Law, Dim, Degree>(queue, line.n, grid, lanes,
                                      DomainElements<Law, Dim, Degree, Real, deformed, varying, in_block>{
                                          elements, own, assembly, part, u, motion});
    };
    if (elements.modulus_point != 0)
      part.deformed ? start.template operator()<true, true>() : start.template operator()<false, true>();
    else
      part.deformed ? start.template operator()<true, false>() : start.template operator()<false, false>();
  });
}

/// Of the usual degrees the compiler knows along which axis.
template <class Law, int Dim, class Real>
void law_absorb_on_gpu(const exec::Queue& queue, const LayerArrays<Real>& arrays,
                       const Line<max_degree + 1, Real>& line, const std::vector<LayerPackRange>& ranges) {
  detail::with_degree<Dim>(arrays.degree, [&](auto degree) {
    constexpr int Degree = decltype(degree)::value;
    for (const LayerPackRange& range : ranges) {
      if constexpr (Degree > 0) {
        if (range.axis == 0) {
          detail::start_layers<Law, Dim, Degree, 0>(queue, arrays, line, range);
          continue;
        }
        if (range.axis == 1) {
          detail::start_layers<Law, Dim, Degree, 1>(queue, arrays, line, range);
          continue;
        }
        if (Dim == 3 && range.axis == 2) {
          detail::start_layers<Law, Dim, Degree, Dim - 1>(queue, arrays, line, range);
          continue;
        }
      }
      detail::start_layers<Law, Dim, Degree, -1>(queue, arrays, line, range);
    }
  });
}

}  // namespace unda::sem
