// The fast step of order 5.
#include "dg/generated/straight_operators_5.hpp"
#include "dg/kernels/step_cpu.hpp"

namespace unda::dg {

template <class Real>
StepKernels<Real> step_of_order_5() {
  using Step = StepCpu<5, Real, StraightOperators<5, Real>>;
  return {Step::predict, Step::correct};
}

template StepKernels<float> step_of_order_5();
template StepKernels<double> step_of_order_5();

}  // namespace unda::dg
