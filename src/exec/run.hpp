// Loops over the items of a list, on whatever device a queue belongs to: f(n) for all items, in no order, none of which needs what
// another writes. f is a small value with constexpr functions only. A GPU has the loops that some .cu file instantiates
// (run_gpu.cuh).
#pragma once

#include <cstddef>

#include "exec/device.hpp"
#include "exec/gpu_support.hpp"

namespace unda::exec {

namespace detail {

template <class Function>
void run_here(std::size_t n, const Function& f) {
  constexpr std::size_t piece = 2048;
  const std::size_t n_pieces = (n + piece - 1) / piece;
#pragma omp parallel for schedule(static) if (n_pieces > 2)
  for (std::size_t k = 0; k < n_pieces; ++k) {
    const std::size_t first = k * piece, last = first + piece < n ? first + piece : n;
#pragma omp simd
    for (std::size_t i = first; i < last; ++i) f(i);
  }
}

template <class Function>
void run_on_gpu(const Queue& queue, std::size_t n, const Function& f);

template <class Function>
void run_rows_here(std::size_t length, std::size_t n_rows, const Function& f) {
#pragma omp parallel for schedule(static) if (length * n_rows > 4096)
  for (std::size_t j = 0; j < n_rows; ++j) {
#pragma omp simd
    for (std::size_t i = 0; i < length; ++i) f(i, j);
  }
}

template <class Function>
void run_rows_on_gpu(const Queue& queue, std::size_t length, std::size_t n_rows, const Function& f);

}  // namespace detail

template <class Function>
void run(const Queue& queue, std::size_t n, const Function& f) {
  if (n == 0) return;
  if (queue.device().kind == DeviceKind::host) detail::run_here(n, f);
  if (queue.device().kind == DeviceKind::simulated) {
    const SimulatedAccess access;
    detail::run_here(n, f);
  }
  if constexpr (has_gpu_support)
    if (queue.device().kind == DeviceKind::gpu) detail::run_on_gpu(queue, n, f);
}

/// Items in rows: f(i, j).
template <class Function>
void run_rows(const Queue& queue, std::size_t length, std::size_t n_rows, const Function& f) {
  if (length == 0 || n_rows == 0) return;
  if (queue.device().kind == DeviceKind::host) detail::run_rows_here(length, n_rows, f);
  if (queue.device().kind == DeviceKind::simulated) {
    const SimulatedAccess access;
    detail::run_rows_here(length, n_rows, f);
  }
  if constexpr (has_gpu_support)
    if (queue.device().kind == DeviceKind::gpu) detail::run_rows_on_gpu(queue, length, n_rows, f);
}

}  // namespace unda::exec
