// Loops of a device: f(i, j, k) for all points of a box, i fastest, in no order. f is a small value with constexpr functions
// only, which is what makes them callable on either side.
#pragma once

#include <array>

#include "exec/device.hpp"

namespace unda::exec {

using Extent = std::array<int, 3>;

template <class Backend, class Function>
void launch(const Queue& queue, const Extent& n, const Function& f);

namespace detail {

template <class Function>
void launch_points(Simulated, const Queue&, const Extent& n, const Function& f) {
  const SimulatedAccess access;
#pragma omp parallel for collapse(2) if (static_cast <long>(n[0]) * n[1] * n[2] > 4096)
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) f(i, j, k);
}

/// How the points of a box are shared among blocks of 256 threads; where a GPU takes too few of them the threads take several points
/// each.
struct Blocks {
  unsigned width = 0, height = 0;
  std::array<unsigned, 3> n{};
};

constexpr Blocks blocks_for(const Extent& n) {
  constexpr unsigned most = most_blocks_across;
  // As wide as the rows allow, and as high as there are rows.
  unsigned width = n[0] > 32 ? 64 : n[0] > 8 ? 32 : 8;
  while (width < 256 && 256 / width >= 2 * static_cast<unsigned>(n[1])) width *= 2;
  const unsigned height = 256 / width;
  const unsigned along = (static_cast<unsigned>(n[0]) + width - 1) / width;
  const unsigned across = (static_cast<unsigned>(n[1]) + height - 1) / height;
  const auto planes = static_cast<unsigned>(n[2]);
  return {width, height, {along, across < most ? across : most, planes < most ? planes : most}};
}

#ifdef __CUDACC__

template <class Function>
__global__ void __launch_bounds__(256) run_points(Extent n, Function f) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n[0]) return;
  for (int k = static_cast<int>(blockIdx.z); k < n[2]; k += static_cast<int>(gridDim.z))
    for (int j = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y); j < n[1];
         j += static_cast<int>(gridDim.y * blockDim.y))
      f(i, j, k);
}

template <class Function>
void launch_points(Gpu, const Queue& queue, const Extent& n, const Function& f) {
  const Blocks blocks = blocks_for(n);
  const dim3 block(blocks.width, blocks.height, 1), grid(blocks.n[0], blocks.n[1], blocks.n[2]);
  run_points<<<grid, block, 0, static_cast<cudaStream_t>(queue.stream())>>>(n, f);
  check_gpu_call(cudaGetLastError(), "starting a loop");
}

#endif

}  // namespace detail

template <class Backend, class Function>
void launch(const Queue& queue, const Extent& n, const Function& f) {
  if (n[0] > 0 && n[1] > 0 && n[2] > 0) detail::launch_points(Backend{}, queue, n, f);
}

}  // namespace unda::exec
