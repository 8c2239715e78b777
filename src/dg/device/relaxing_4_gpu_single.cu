// The fast step of elements that attenuate, of order 4 on the GPU, single precision.
#include "dg/device/fast_relaxing.cuh"
#include "dg/generated/gpu_operators_4.hpp"

namespace unda::dg {

template <int Order, class Real>
FastRelaxing<Real> fast_relaxing_of_order() {
  using Step = GpuRelaxingStep<Order, Real, GpuOperators<Order, Real>>;
  return {Step::predict, Step::correct, Step::rate_numbers};
}

template FastRelaxing<float> fast_relaxing_of_order<4, float>();

}  // namespace unda::dg
