// The fast step of elements that attenuate on a GPU: blocks of threads as in fast_step.cuh.
#pragma once

#include "dg/device/fast_step.cuh"
#include "dg/device/relaxing_corrector.cuh"
#include "dg/device/relaxing_predictor.cuh"

namespace unda::dg {

/// Blocks of a range.
struct FirstBlocks {
  std::size_t block, memory;
};

template <int Order, class Real, class Matrices, int parts>
__global__ void __launch_bounds__(GpuShape<Order, Real>::n_threads, RelaxingShape<Order, Real>::blocks)
    predict_relaxing_on_gpu(const StepArrays<Real> arrays, const __grid_constant__ RelaxingArrays<Real> relaxing,
                            const FirstBlocks first, Real dt) {
  extern __shared__ double shared[];
  GpuRelaxingPredictor<Order, Real, Matrices, parts>(arrays, relaxing, first.block + blockIdx.x,
                                                     first.memory + blockIdx.x, reinterpret_cast<Real*>(shared))
      .run(dt);
}

template <int Order, class Real, class Matrices>
__global__ void __launch_bounds__(GpuShape<Order, Real>::n_threads, GpuShape<Order, Real>::correct_blocks)
    correct_relaxing_on_gpu(const StepArrays<Real> arrays, const RelaxingArrays<Real> relaxing,
                            const FirstBlocks first) {
  extern __shared__ double shared[];
  GpuRelaxingCorrector<Order, Real, Matrices>(arrays, relaxing, first.block + blockIdx.x, first.memory + blockIdx.x,
                                              reinterpret_cast<Real*>(shared))
      .run();
}

template <int Order, class Real, class Matrices>
struct GpuRelaxingStep {
  using Shape = RelaxingShape<Order, Real>;
  static constexpr std::size_t rate_numbers = Shape::in_one_kernel ? 0 : Shape::rate_numbers;

  template <int parts>
  static void launch_parts(const exec::Queue& queue, const StepArrays<Real>& arrays,
                           const RelaxingArrays<Real>& relaxing, const RelaxingRange& range, Real dt) {
    constexpr std::size_t bytes =
        Shape::field_bytes + ((parts & Part::project) != 0 ? Shape::staging_bytes + Shape::rates_bytes : 0);
    const auto kernel = predict_relaxing_on_gpu<Order, Real, Matrices, parts>;
    static const bool allowed = (allow_shared(kernel, bytes), true);
    (void)allowed;
    kernel<<<static_cast<unsigned>(range.blocks.size()), dim3(Shape::lanes, n_fields), bytes,
             static_cast<cudaStream_t>(queue.stream())>>>(arrays, relaxing, {range.blocks.first, range.memory}, dt);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting the first half of a step with attenuation");
  }

  static void predict(const exec::Queue& queue, const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing,
                      const RelaxingRange& range, Real dt) {
    if constexpr (Shape::in_one_kernel) {
      launch_parts<Part::all_parts>(queue, arrays, relaxing, range, dt);
    } else {
      launch_parts<Part::integrate>(queue, arrays, relaxing, range, dt);
      GpuStep<Order, Real, Matrices>::template launch_parts<Part::project>(queue, arrays, range.blocks, dt);
      launch_parts<Part::add_volume>(queue, arrays, relaxing, range, dt);
    }
  }

  static void correct(const exec::Queue& queue, const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing,
                      const RelaxingRange& range) {
    const auto kernel = correct_relaxing_on_gpu<Order, Real, Matrices>;
    static const bool allowed = (allow_shared(kernel, Shape::correct_bytes), true);
    (void)allowed;
    kernel<<<static_cast<unsigned>(range.blocks.size()), dim3(Shape::lanes, n_fields), Shape::correct_bytes,
             static_cast<cudaStream_t>(queue.stream())>>>(arrays, relaxing, {range.blocks.first, range.memory});
    exec::detail::check_gpu_call(cudaGetLastError(), "starting the second half of a step with attenuation");
  }
};

}  // namespace unda::dg
