// The fast step of order 2.
#include "dg/generated/straight_operators_2.hpp"
#include "dg/kernels/step_cpu.hpp"

namespace unda::dg {

template <class Real>
StepKernels<Real> step_of_order_2() {
  using Step = StepCpu<2, Real, StraightOperators<2, Real>>;
  return {Step::predict, Step::correct};
}

template StepKernels<float> step_of_order_2();
template StepKernels<double> step_of_order_2();

}  // namespace unda::dg
