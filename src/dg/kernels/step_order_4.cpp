// The fast step of order 4.
#include "dg/generated/straight_operators_4.hpp"
#include "dg/kernels/step_cpu.hpp"

namespace unda::dg {

template <class Real>
StepKernels<Real> step_of_order_4() {
  using Step = StepCpu<4, Real, StraightOperators<4, Real>>;
  return {Step::predict, Step::correct};
}

template StepKernels<float> step_of_order_4();
template StepKernels<double> step_of_order_4();

}  // namespace unda::dg
