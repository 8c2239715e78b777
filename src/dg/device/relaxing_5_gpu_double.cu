// The fast step of elements that attenuate, of order 5 on the GPU, double precision.
#include "dg/device/fast_relaxing.cuh"
#include "dg/generated/gpu_operators_5.hpp"

namespace unda::dg {

template <int Order, class Real>
FastRelaxing<Real> fast_relaxing_of_order() {
  using Step = GpuRelaxingStep<Order, Real, GpuOperators<Order, Real>>;
  return {Step::predict, Step::correct, Step::rate_numbers};
}

template FastRelaxing<double> fast_relaxing_of_order<5, double>();

}  // namespace unda::dg
