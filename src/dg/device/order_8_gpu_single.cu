// The fast step of order 8 on the GPU, single precision.
#include "dg/device/fast_step.cuh"
#include "dg/generated/gpu_operators_8.hpp"

namespace unda::dg {

template <int Order, class Real>
FastStep<Real> fast_step_of_order() {
  using Step = GpuStep<Order, Real, GpuOperators<Order, Real>>;
  return {Step::predict, Step::correct, Step::keeps_integral};
}

template FastStep<float> fast_step_of_order<8, float>();

}  // namespace unda::dg
