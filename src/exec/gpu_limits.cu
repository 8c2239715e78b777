// What a GPU can do at best: a large copy and a loop of multiply-adds, timed there.
#include <algorithm>

#include "exec/arithmetic.hpp"
#include "exec/device.hpp"
#include "exec/machine.hpp"

namespace unda::exec {
namespace {

using detail::check_gpu_call;

template <class Real>
__global__ void multiply_adds(Real* out, Real a, int n) {
  Real x[8];
  for (int i = 0; i < 8; ++i) x[i] = static_cast<Real>(threadIdx.x + i);
  for (int k = 0; k < n; ++k)
#pragma unroll
    for (int i = 0; i < 8; ++i) x[i] = multiply_add(x[i], a, Real(1));
  Real sum = 0;
  for (int i = 0; i < 8; ++i) sum += x[i];
  if (sum == Real(-1)) *out = sum;  // never, but the compiler cannot know
}

/// The shortest of a few runs, s.
template <class Work>
double seconds_of(const Queue& queue, const Work& work) {
  const auto stream = static_cast<cudaStream_t>(queue.stream());
  cudaEvent_t start = nullptr, end = nullptr;
  check_gpu_call(cudaEventCreate(&start), "making an event");
  check_gpu_call(cudaEventCreate(&end), "making an event");
  float best = 1e9f;
  for (int n = 0; n < 6; ++n) {
    check_gpu_call(cudaEventRecord(start, stream), "recording an event");
    work(stream);
    check_gpu_call(cudaEventRecord(end, stream), "recording an event");
    queue.wait();
    float milliseconds = 0;
    check_gpu_call(cudaEventElapsedTime(&milliseconds, start, end), "reading the time");
    if (n > 0) best = std::min(best, milliseconds);
  }
  cudaEventDestroy(start);
  cudaEventDestroy(end);
  return best * 1e-3;
}

}  // namespace

Limits measure_gpu_limits(const Device& device) {
  const Queue queue(device);
  Limits limits;
  const std::size_t bytes = std::min<std::size_t>(std::size_t{2} << 30, free_memory(device) / 4);
  const auto from = allocate(device, bytes), to = allocate(device, bytes);
  limits.copy_bandwidth = 2.0 * static_cast<double>(bytes) / seconds_of(queue, [&](cudaStream_t) {
                            copy(queue, to.get(), from.get(), bytes, Direction::on_device);
                          });
  constexpr int blocks = 132 * 16, threads = 256, n = 4096;
  const double operations = 2.0 * 8 * n * blocks * threads;
  limits.flops_single = operations / seconds_of(queue, [&](cudaStream_t stream) {
                          multiply_adds<<<blocks, threads, 0, stream>>>(static_cast<float*>(to.get()), 0.999f, n);
                        });
  limits.flops_double = operations / seconds_of(queue, [&](cudaStream_t stream) {
                          multiply_adds<<<blocks, threads, 0, stream>>>(static_cast<double*>(to.get()), 0.999, n);
                        });
  return limits;
}

}  // namespace unda::exec
