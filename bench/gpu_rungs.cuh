// Rungs of the ladder that did not pay, for acoustic waves of order 8 in single precision: planes in shared memory, planes that
// bulk copies bring ahead of time, both stages in one pass, and two steps in one pass. gpu_ladder.cu times them and compares
// what they compute.
#pragma once

#include <cstdint>
#include <cuda_runtime.h>

#include "exec/arithmetic.hpp"
#include "fd/arrays.hpp"
#include "numerics/difference.hpp"

namespace unda::rungs {

inline constexpr int radius = 4;

/// The arrays of acoustic waves: p, v and their media, in place or into others.
struct Waves {
  const float *p, *v[3], *b, *kappa;
  float *p_new, *v_new[3];
  std::ptrdiff_t row, plane;
  int n;
  float dt;
};

/// The half-way difference of f(-3) ... f(4), rounded as the product does.
template <class Values>
__device__ __forceinline__ float difference(const Values& f) {
  constexpr auto c = numerics::staggered_difference<radius>();
  float sum = 0;
#pragma unroll
  for (int m = radius; m >= 1; --m) sum = exec::multiply_add(static_cast<float>(c[m - 1]), f(m) - f(1 - m), sum);
  return sum;
}
__device__ __forceinline__ float mean(float a, float b) { return 0.5F * (a + b); }

inline constexpr int tile_x = 32, tile_y = 16, wide = tile_x + 2 * radius, high = tile_y + 2 * radius, planes = 64;

/// A plane of p, with what lies around the tile.
struct Tile {
  float of[high][wide];
};

/// Brings planes of p into shared memory: by the threads that need them.
struct ByThreads {
  static constexpr int stages = 2;
  Tile* tile;
  const Waves& w;
  int i0, j0, thread;

  __device__ void fetch(int k, int stage) {
    for (int t = thread; t < wide * high; t += tile_x * tile_y) {
      const int x = t % wide, y = t / wide;
      tile[stage].of[y][x] = w.p[i0 - radius + x + (j0 - radius + y) * w.row + k * w.plane];
    }
  }
  __device__ void start(int k0, int) { fetch(k0, 0); }
  __device__ const Tile& plane(int k, int k0, int k1) {
    __syncthreads();
    if (k + 1 < k1) fetch(k + 1, (k + 1 - k0) % stages);
    return tile[(k - k0) % stages];
  }
};

/// By bulk copies, a row each, that one thread asks for several planes ahead.
struct ByBulkCopies {
  static constexpr int stages = 4;
  Tile* tile;
  const Waves& w;
  int i0, j0, thread;

  static __device__ std::uint64_t* barriers() {
    __shared__ std::uint64_t all[stages];
    return all;
  }
  static __device__ std::uint32_t address(const void* shared) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  }
  __device__ void fetch(int k, int stage) {
    if (thread != 0) return;
    const std::uint32_t barrier = address(barriers() + stage);
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier),
                 "r"(static_cast<int>(sizeof(Tile))));
    for (int y = 0; y < high; ++y)
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                       address(tile[stage].of[y])),
                   "l"(w.p + i0 - radius + (j0 - radius + y) * w.row + k * w.plane),
                   "r"(static_cast<int>(sizeof(float) * wide)), "r"(barrier)
                   : "memory");
  }
  __device__ void start(int k0, int k1) {
    if (thread == 0) {
      for (int s = 0; s < stages; ++s) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(address(barriers() + s)));
      asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    for (int s = 0; s < stages - 1 && k0 + s < k1; ++s) fetch(k0 + s, s);
  }
  __device__ const Tile& plane(int k, int k0, int k1) {
    __syncthreads();  // all are done with the stage that the next copy goes to
    if (k + stages - 1 < k1) fetch(k + stages - 1, (k + stages - 1 - k0) % stages);
    const int stage = (k - k0) % stages, phase = (k - k0) / stages % 2;
    asm volatile(
        "{\n .reg .pred done;\n again:\n mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n @!done bra again;\n}" ::
            "r"(address(barriers() + stage)),
        "r"(phase)
        : "memory");
    return tile[stage];
  }
};

/// Velocities, with planes of p in shared memory.
template <class Bring>
__global__ void __launch_bounds__(tile_x* tile_y) velocity_from_tiles(const __grid_constant__ Waves w) {
  __shared__ alignas(128) Tile tiles[Bring::stages];
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const int i0 = static_cast<int>(blockIdx.x) * tile_x, j0 = static_cast<int>(blockIdx.y) * tile_y;
  const int k0 = static_cast<int>(blockIdx.z) * planes, k1 = min(k0 + planes, w.n);
  Bring bring{tiles, w, i0, j0, x + y * tile_x};
  bring.start(k0, k1);
  std::ptrdiff_t here = i0 + x + (j0 + y) * w.row + k0 * w.plane;
  float across[2 * radius];  // p from three planes below to four above
#pragma unroll
  for (int m = 0; m < 2 * radius - 1; ++m) across[m] = w.p[here + (m + 1 - radius) * w.plane];
  for (int k = k0; k < k1; ++k, here += w.plane) {
    across[2 * radius - 1] = w.p[here + radius * w.plane];
    const float b = w.b[here], v[3] = {w.v[0][here], w.v[1][here], w.v[2][here]};
    const float next[3] = {w.b[here + 1], w.b[here + w.row], w.b[here + w.plane]};
    const Tile& tile = bring.plane(k, k0, k1);
    const float d[3] = {difference([&](int m) { return tile.of[radius + y][radius + x + m]; }),
                        difference([&](int m) { return tile.of[radius + y + m][radius + x]; }),
                        difference([&](int m) { return across[radius - 1 + m]; })};
#pragma unroll
    for (int a = 0; a < 3; ++a) w.v_new[a][here] = exec::multiply_add(w.dt, -mean(b, next[a]) * d[a], v[a]);
#pragma unroll
    for (int m = 0; m < 2 * radius - 1; ++m) across[m] = across[m + 1];
  }
}

/// Both stages in one pass: a block finds the velocities of its tile and around it, which its neighbours find too, and the
/// pressure follows three planes behind. Old values must last, so that new ones go into other arrays.
inline constexpr int fused_threads = wide * high;
__global__ void __launch_bounds__(fused_threads) both_stages(const __grid_constant__ Waves w) {
  constexpr int around = 2 * radius;  // of p
  __shared__ float p[tile_y + 2 * around][tile_x + 2 * around];
  __shared__ float vx[high][wide], vy[high][wide];
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y), thread = x + y * wide;
  const int i0 = static_cast<int>(blockIdx.x) * tile_x, j0 = static_cast<int>(blockIdx.y) * tile_y;
  const int k0 = static_cast<int>(blockIdx.z) * planes, k1 = min(k0 + planes, w.n);
  const bool inner = x >= radius && x < radius + tile_x && y >= radius && y < radius + tile_y;
  std::ptrdiff_t here = i0 - radius + x + (j0 - radius + y) * w.row + (k0 - radius) * w.plane;
  float across[2 * radius], vz[2 * radius]{}, flat[radius]{};  // flat: the part of div v that lies in its plane
#pragma unroll
  for (int m = 0; m < 2 * radius - 1; ++m) across[m] = w.p[here + (m + 1 - radius) * w.plane];
  for (int k = k0 - radius; k < k1 + radius - 1; ++k, here += w.plane) {
    for (int t = thread; t < (tile_x + 2 * around) * (tile_y + 2 * around); t += fused_threads) {
      const int px = t % (tile_x + 2 * around), py = t / (tile_x + 2 * around);
      p[py][px] = w.p[i0 - around + px + (j0 - around + py) * w.row + k * w.plane];
    }
    across[2 * radius - 1] = w.p[here + radius * w.plane];
    const float b = w.b[here], v[3] = {w.v[0][here], w.v[1][here], w.v[2][here]};
    const float next[3] = {w.b[here + 1], w.b[here + w.row], w.b[here + w.plane]};
    __syncthreads();
    const float d[3] = {difference([&](int m) { return p[radius + y][radius + x + m]; }),
                        difference([&](int m) { return p[radius + y + m][radius + x]; }),
                        difference([&](int m) { return across[radius - 1 + m]; })};
    float found[3];
#pragma unroll
    for (int a = 0; a < 3; ++a) found[a] = exec::multiply_add(w.dt, -mean(b, next[a]) * d[a], v[a]);
    if (inner && k >= k0 && k < k1)
      for (int a = 0; a < 3; ++a) w.v_new[a][here] = found[a];
    vx[y][x] = found[0];
    vy[y][x] = found[1];
    vz[2 * radius - 1] = found[2];
    __syncthreads();
    if (inner) {
      flat[radius - 1] =
          difference([&](int m) { return vx[y][x - 1 + m]; }) + difference([&](int m) { return vy[y - 1 + m][x]; });
      const int behind = k - (radius - 1);
      if (behind >= k0 && behind < k1) {
        const std::ptrdiff_t there = here - (radius - 1) * w.plane;
        const float divergence = flat[0] + difference([&](int m) { return vz[radius - 1 + m]; });
        w.p_new[there] = exec::multiply_add(w.dt, -w.kappa[there] * divergence, w.p[there]);
      }
    }
#pragma unroll
    for (int m = 0; m < 2 * radius - 1; ++m) across[m] = across[m + 1], vz[m] = vz[m + 1];
#pragma unroll
    for (int m = 0; m < radius - 1; ++m) flat[m] = flat[m + 1];
  }
}

/// The arrays of second-order waves: p, r = dp/dt and c^2, into others.
struct SecondOrderWaves {
  const float *p, *r, *c2;
  float *p_new, *r_new;
  std::ptrdiff_t row, plane;
  int n;
  float dt;
};

/// The second difference of f(-4) ... f(4), rounded as the product does.
template <class Values>
__device__ __forceinline__ float second_difference(const Values& f) {
  constexpr auto c = numerics::second_difference<radius>();
  float sum = 0;
#pragma unroll
  for (int m = radius; m >= 1; --m) sum = exec::multiply_add(static_cast<float>(c[m]), f(m) + f(-m), sum);
  return exec::multiply_add(static_cast<float>(c[0]), f(0), sum);
}

/// Two steps of second-order waves in one pass: a block finds the first step in its tile and around it, which its neighbours do
/// too, and the second follows four planes behind.
__global__ void __launch_bounds__(fused_threads) two_steps(const __grid_constant__ SecondOrderWaves w) {
  constexpr int around = 2 * radius;  // of p
  __shared__ float now[tile_y + 2 * around][tile_x + 2 * around], then[high][wide];
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y), thread = x + y * wide;
  const int i0 = static_cast<int>(blockIdx.x) * tile_x, j0 = static_cast<int>(blockIdx.y) * tile_y;
  const int k0 = static_cast<int>(blockIdx.z) * planes, k1 = min(k0 + planes, w.n);
  const bool inner = x >= radius && x < radius + tile_x && y >= radius && y < radius + tile_y;
  std::ptrdiff_t here = i0 - radius + x + (j0 - radius + y) * w.row + (k0 - radius) * w.plane;
  float across[2 * radius + 1], across_then[2 * radius + 1]{};  // p around plane k, p after a step up to plane k
  float flat[radius + 1]{}, rate[radius + 1]{};                 // after a step: derivatives in the plane, r
#pragma unroll
  for (int m = 0; m < 2 * radius; ++m) across[m] = w.p[here + (m - radius) * w.plane];
  for (int k = k0 - radius; k < k1 + radius; ++k, here += w.plane) {
    for (int t = thread; t < (tile_x + 2 * around) * (tile_y + 2 * around); t += fused_threads) {
      const int px = t % (tile_x + 2 * around), py = t / (tile_x + 2 * around);
      now[py][px] = w.p[i0 - around + px + (j0 - around + py) * w.row + k * w.plane];
    }
    across[2 * radius] = w.p[here + radius * w.plane];
    const float c2 = w.c2[here], r = w.r[here];
    __syncthreads();
    float laplacian = second_difference([&](int m) { return now[radius + y][radius + x + m]; });
    laplacian += second_difference([&](int m) { return now[radius + y + m][radius + x]; });
    laplacian += second_difference([&](int m) { return across[radius + m]; });
    rate[radius] = exec::multiply_add(w.dt, c2 * laplacian, r);
    across_then[2 * radius] = exec::multiply_add(w.dt, rate[radius], across[radius]);
    then[y][x] = across_then[2 * radius];
    __syncthreads();
    if (inner) {
      flat[radius] = second_difference([&](int m) { return then[y][x + m]; });
      flat[radius] += second_difference([&](int m) { return then[y + m][x]; });
      const int behind = k - radius;
      if (behind >= k0 && behind < k1) {
        const std::ptrdiff_t there = here - radius * w.plane;
        const float bend = flat[0] + second_difference([&](int m) { return across_then[radius + m]; });
        const float r_new = exec::multiply_add(w.dt, w.c2[there] * bend, rate[0]);
        w.r_new[there] = r_new;
        w.p_new[there] = exec::multiply_add(w.dt, r_new, across_then[radius]);
      }
    }
#pragma unroll
    for (int m = 0; m < 2 * radius; ++m) across[m] = across[m + 1], across_then[m] = across_then[m + 1];
#pragma unroll
    for (int m = 0; m < radius; ++m) flat[m] = flat[m + 1], rate[m] = rate[m + 1];
  }
}

}  // namespace unda::rungs
