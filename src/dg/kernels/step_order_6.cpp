// The fast step of order 6.
#include "dg/generated/straight_operators_6.hpp"
#include "dg/kernels/step_cpu.hpp"

namespace unda::dg {

template <class Real>
StepKernels<Real> step_of_order_6() {
  using Step = StepCpu<6, Real, StraightOperators<6, Real>>;
  return {Step::predict, Step::correct};
}

template StepKernels<float> step_of_order_6();
template StepKernels<double> step_of_order_6();

}  // namespace unda::dg
