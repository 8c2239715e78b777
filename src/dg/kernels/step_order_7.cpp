// The fast step of order 7.
#include "dg/generated/straight_operators_7.hpp"
#include "dg/kernels/step_cpu.hpp"

namespace unda::dg {

template <class Real>
StepKernels<Real> step_of_order_7() {
  using Step = StepCpu<7, Real, StraightOperators<7, Real>>;
  return {Step::predict, Step::correct};
}

template StepKernels<float> step_of_order_7();
template StepKernels<double> step_of_order_7();

}  // namespace unda::dg
