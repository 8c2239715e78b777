// Kernels of a GPU on the host, so that machines without one test their logic: the words of CUDA that they use. A block of
// threads is as many threads of the host, which meet at a barrier; blocks run one after the other. What it cannot show is speed, and
// what depends on the order in which threads of a warp go.
#pragma once

#include <atomic>
#include <barrier>
#include <cstddef>
#include <thread>
#include <vector>

#define __device__
#define __global__
#define __forceinline__ inline

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};
struct float2 {
  float x, y;
};
struct float4 {
  float x, y, z, w;
};
struct double2 {
  double x, y;
};

namespace gpu_on_host {

class Block {
 public:
  explicit Block(std::ptrdiff_t n_threads) : barrier_(n_threads) {}

  void meet() { barrier_.arrive_and_wait(); }
  /// Whether any thread says so.
  bool any(bool mine) {
    if (mine) votes_.store(true);
    meet();
    const bool result = votes_.load();
    meet();
    votes_.store(false);
    meet();
    return result;
  }

 private:
  std::barrier<> barrier_;
  std::atomic<bool> votes_{false};
};

inline thread_local Block* block = nullptr;

}  // namespace gpu_on_host

inline thread_local dim3 threadIdx, blockIdx, blockDim;

inline void __syncthreads() { gpu_on_host::block->meet(); }
inline int __syncthreads_or(int mine) { return gpu_on_host::block->any(mine != 0) ? 1 : 0; }
template <class T>
T __ldg(const T* from) {
  return *from;
}

namespace gpu_on_host {

/// kernel(shared memory) by every thread of every block; shared memory begins as not-a-numbers.
template <class Real, class Kernel>
void launch(dim3 grid, dim3 threads, std::size_t n_shared, const Kernel& kernel) {
  const unsigned n_threads = threads.x * threads.y;
  const unsigned n_blocks = grid.x * grid.y;
  std::vector<Real> shared(n_shared);
  Block of_threads(n_threads);
  std::vector<std::jthread> all;
  for (unsigned t = 0; t < n_threads; ++t)
    all.emplace_back([&, t] {
      block = &of_threads;
      blockDim = threads;
      threadIdx = {t % threads.x, t / threads.x, 0};
      for (unsigned b = 0; b < n_blocks; ++b) {
        blockIdx = {b % grid.x, b / grid.x, 0};
        of_threads.meet();
        if (t == 0) shared.assign(n_shared, static_cast<Real>(__builtin_nan("")));
        of_threads.meet();
        kernel(shared.data());
      }
    });
}

}  // namespace gpu_on_host
