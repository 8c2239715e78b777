// The fast step of order 3.
#include "dg/generated/straight_operators_3.hpp"
#include "dg/kernels/step_cpu.hpp"

namespace unda::dg {

template <int Order, class Real>
StepKernels<Real> step_of_order() {
  using Step = StepCpu<Order, Real, StraightOperators<Order, Real>>;
  return {Step::predict, Step::correct};
}

template StepKernels<float> step_of_order<3, float>();
template StepKernels<double> step_of_order<3, double>();

}  // namespace unda::dg
