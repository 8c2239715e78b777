// How a GPU runs the loops of run.hpp. The .cu file that includes this has a line for each kind of item:
//   template void detail::run_on_gpu(const Queue&, std::size_t, const Item&);
#pragma once

#include "exec/run.hpp"

namespace unda::exec::detail {

template <class Function>
__global__ void __launch_bounds__(256) run_items(std::size_t n, Function f) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) f(i);
}

template <class Function>
void run_on_gpu(const Queue& queue, std::size_t n, const Function& f) {
  constexpr std::size_t width = 256, most = 1u << 30;
  const std::size_t n_blocks = (n + width - 1) / width;
  run_items<<<static_cast<unsigned>(n_blocks < most ? n_blocks : most), width, 0,
              static_cast<cudaStream_t>(queue.stream())>>>(n, f);
  check_gpu_call(cudaGetLastError(), "starting a loop");
}

template <class Function>
__global__ void __launch_bounds__(256) run_items_of_rows(std::size_t length, std::size_t n_rows, Function f) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= length) return;
  for (std::size_t j = blockIdx.y; j < n_rows; j += gridDim.y) f(i, j);
}

template <class Function>
void run_rows_on_gpu(const Queue& queue, std::size_t length, std::size_t n_rows, const Function& f) {
  constexpr std::size_t width = 256, most = most_blocks_across;
  const dim3 grid(static_cast<unsigned>((length + width - 1) / width),
                  static_cast<unsigned>(n_rows < most ? n_rows : most));
  run_items_of_rows<<<grid, width, 0, static_cast<cudaStream_t>(queue.stream())>>>(length, n_rows, f);
  check_gpu_call(cudaGetLastError(), "starting a loop");
}

}  // namespace unda::exec::detail
