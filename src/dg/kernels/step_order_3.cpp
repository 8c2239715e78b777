// The fast step of order 3.
#include "dg/generated/straight_operators_3.hpp"
#include "dg/kernels/step_cpu.hpp"

namespace unda::dg {

template <class Real>
StepKernels<Real> step_of_order_3() {
  using Step = StepCpu<3, Real, StraightOperators<3, Real>>;
  return {Step::predict, Step::correct};
}

template StepKernels<float> step_of_order_3();
template StepKernels<double> step_of_order_3();

}  // namespace unda::dg
