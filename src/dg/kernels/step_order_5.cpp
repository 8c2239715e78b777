// The fast step of order 5.
#include "dg/generated/straight_operators_5.hpp"
#include "dg/kernels/step_cpu.hpp"

namespace unda::dg {

template struct StraightOperators<5, float>;
template struct StraightOperators<5, double>;

template <int Order, class Real>
StepKernels<Real> step_of_order(bool anisotropic) {
  return steps_of_media<Order, Real, StraightOperators<Order, Real>>(anisotropic);
}

template StepKernels<float> step_of_order<5, float>(bool);
template StepKernels<double> step_of_order<5, double>(bool);

}  // namespace unda::dg
