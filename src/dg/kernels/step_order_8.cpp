// The fast step of order 8.
#include "dg/generated/straight_operators_8.hpp"
#include "dg/kernels/step_cpu.hpp"

namespace unda::dg {

template <class Real>
StepKernels<Real> step_of_order_8() {
  using Step = StepCpu<8, Real, StraightOperators<8, Real>>;
  return {Step::predict, Step::correct};
}

template StepKernels<float> step_of_order_8();
template StepKernels<double> step_of_order_8();

}  // namespace unda::dg
