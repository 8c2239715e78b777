// The fast step of order 6 on the GPU, double precision.
#include "dg/device/fast_step.cuh"
#include "dg/generated/gpu_operators_6.hpp"

namespace unda::dg {

template <int Order, class Real>
FastStep<Real> fast_step_of_order() {
  using Step = GpuStep<Order, Real, GpuOperators<Order, Real>>;
  return {Step::predict, Step::correct, Step::keeps_integral};
}

template FastStep<double> fast_step_of_order<6, double>();

}  // namespace unda::dg
