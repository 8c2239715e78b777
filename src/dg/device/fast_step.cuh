// The fast step of a GPU. A block of threads has device_block elements: a warp is one field of all of them, a thread one field of one
// element with its coefficients in registers, the entries of the matrices are literals in the instructions. Fields that others need
// go through shared memory; traces are turned over there to lie one after another in memory, as neighbours stand in other blocks.
#pragma once

#include "dg/device/gpu_corrector.cuh"
#include "dg/device/gpu_predictor.cuh"

namespace unda::dg {

template <int Order, class Real, class Matrices, int parts>
__global__ void __launch_bounds__(GpuShape<Order, Real>::n_threads, GpuShape<Order, Real>::predict_blocks)
    predict_on_gpu(const StepArrays<Real> arrays, std::size_t first, Real dt) {
  extern __shared__ double shared[];
  GpuPredictor<Order, Real, Matrices, parts>(arrays, first + blockIdx.x, reinterpret_cast<Real*>(shared)).run(dt);
}

template <int Order, class Real, class Matrices>
__global__ void __launch_bounds__(GpuShape<Order, Real>::n_threads, GpuShape<Order, Real>::correct_blocks)
    correct_on_gpu(const StepArrays<Real> arrays, std::size_t first) {
  extern __shared__ double shared[];
  GpuCorrector<Order, Real, Matrices>(arrays, first + blockIdx.x, reinterpret_cast<Real*>(shared)).run();
}

/// Makes room in shared memory, once a kernel.
template <class Kernel>
void allow_shared(Kernel kernel, std::size_t bytes) {
  exec::detail::check_gpu_call(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
      "asking for shared memory");
}

template <int Order, class Real, class Matrices>
struct GpuStep {
  using Shape = GpuShape<Order, Real>;
  static constexpr bool keeps_integral = Shape::predict_kernels > 1;

  template <int parts>
  static void launch_parts(const exec::Queue& queue, const StepArrays<Real>& arrays, const BlockRange& blocks,
                           Real dt) {
    constexpr std::size_t bytes =
        (parts == Part::project ? 0 : Shape::field_bytes) + ((parts & Part::project) != 0 ? Shape::staging_bytes : 0);
    const auto kernel = predict_on_gpu<Order, Real, Matrices, parts>;
    static const bool allowed = (allow_shared(kernel, bytes), true);
    (void)allowed;
    kernel<<<static_cast<unsigned>(blocks.size()), dim3(Shape::lanes, n_fields), bytes,
             static_cast<cudaStream_t>(queue.stream())>>>(arrays, blocks.first, dt);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting the first half of a step");
  }

  static void predict(const exec::Queue& queue, const StepArrays<Real>& arrays, const BlockRange& blocks, Real dt) {
    if constexpr (Shape::predict_kernels == 1) {
      launch_parts<Part::all_parts>(queue, arrays, blocks, dt);
    } else {
      launch_parts<Part::integrate>(queue, arrays, blocks, dt);
      if constexpr (Shape::predict_kernels == 2) {
        launch_parts<Part::project | Part::add_volume>(queue, arrays, blocks, dt);
      } else {
        launch_parts<Part::project>(queue, arrays, blocks, dt);
        launch_parts<Part::add_volume>(queue, arrays, blocks, dt);
      }
    }
  }

  static void correct(const exec::Queue& queue, const StepArrays<Real>& arrays, const BlockRange& blocks) {
    const auto kernel = correct_on_gpu<Order, Real, Matrices>;
    static const bool allowed = (allow_shared(kernel, Shape::correct_bytes), true);
    (void)allowed;
    kernel<<<static_cast<unsigned>(blocks.size()), dim3(Shape::lanes, n_fields), Shape::correct_bytes,
             static_cast<cudaStream_t>(queue.stream())>>>(arrays, blocks.first);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting the second half of a step");
  }
};

}  // namespace unda::dg
