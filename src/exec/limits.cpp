// The machine's own limits, measured: a copy of arrays far larger than the caches and a loop of independent
// FMAs.
#include <algorithm>

#include <omp.h>

#include "base/timer.hpp"
#include "exec/buffer.hpp"
#include "exec/fma_loop.hpp"
#include "exec/gpu_support.hpp"
#include "exec/machine.hpp"

namespace unda::exec {
namespace {

/// Of each of the two arrays: 16 MB a thread, which is several times its share of any cache, 64 at least and no more than 256.
std::size_t numbers_to_copy() {
  const auto threads = static_cast<std::uint64_t>(omp_get_max_threads());
  return std::min(std::clamp<std::uint64_t>((4u << 20) * threads, 16u << 20, 64u << 20), available_memory() / 64);
}

double copy_bandwidth() {
  const std::size_t n = numbers_to_copy();
  Buffer<float> a(n), b(n);
  double best = 1e30;
  for (int trial = 0; trial < 5; ++trial) {
    const Timer timer;
    const float* from = a.data();
    float* to = b.data();
    for_each(n, [=](std::size_t i) { to[i] = from[i] + 1.0F; });
    best = std::min(best, timer.seconds());
  }
  return 2.0 * static_cast<double>(n) * sizeof(float) / best;
}

template <class Real>
double fma_rate() {
  constexpr int rounds = 400000;
  double best = 1e30;
  volatile Real sink = 0;
  for (int trial = 0; trial < 4; ++trial) {
    const Timer timer;
#pragma omp parallel
    {
      Pack<Real> x[n_chains];
      for (int chain = 0; chain < n_chains; ++chain) x[chain] = fill_pack(static_cast<Real>(chain));
      multiply_add_rounds(x, static_cast<Real>(0.999), static_cast<Real>(0.001), rounds);
      Pack<Real> total{};
      for (const Pack<Real>& pack : x) total += pack;
#pragma omp critical
      sink = sink + total[0] + total[pack_size<Real> - 1];
    }
    best = std::min(best, timer.seconds());
  }
  return 2.0 * n_chains * pack_size<Real> * rounds * omp_get_max_threads() / best;
}

}  // namespace

#ifdef UNDA_CUDA
Limits measure_gpu_limits(const Device& device);
#endif

Limits measure_limits([[maybe_unused]] const Device& device) {
#ifdef UNDA_CUDA
  if (device.kind == DeviceKind::gpu) return measure_gpu_limits(device);
#endif
  return {copy_bandwidth(), fma_rate<float>(), fma_rate<double>()};
}

}  // namespace unda::exec
