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
void launch_points(Apart, const Queue&, const Extent& n, const Function& f) {
  const ApartAccess access;
#pragma omp parallel for collapse(2) if (static_cast <long>(n[0]) * n[1] * n[2] > 4096)
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) f(i, j, k);
}

#ifdef __CUDACC__

template <class Function>
__global__ void __launch_bounds__(256) run_points(Extent n, Function f) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (i >= n[0] || j >= n[1]) return;
  for (int k = static_cast<int>(blockIdx.z); k < n[2]; k += static_cast<int>(gridDim.z)) f(i, j, k);
}

template <class Function>
void launch_points(Gpu, const Queue& queue, const Extent& n, const Function& f) {
  // Blocks as wide as the rows allow, and as high as there are rows.
  unsigned wide = n[0] > 32 ? 64 : n[0] > 8 ? 32 : 8;
  while (wide < 256 && 256 / wide >= 2 * static_cast<unsigned>(n[1])) wide *= 2;
  const dim3 block(wide, 256 / wide, 1);
  const dim3 grid((n[0] + block.x - 1) / block.x, (n[1] + block.y - 1) / block.y, n[2] < 65535 ? n[2] : 65535);
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
