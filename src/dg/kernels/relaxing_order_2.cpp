// The fast step of elements that attenuate, of order 2.
#include "dg/generated/straight_operators_2.hpp"
#include "dg/kernels/relaxing_cpu.hpp"

namespace unda::dg {

extern template struct StraightOperators<2, float>;  // compiled in step_order_2.cpp
extern template struct StraightOperators<2, double>;

template <int Order, class Real>
RelaxingKernels<Real> relaxing_step_of_order(bool anisotropic) {
  return relaxing_steps_of_media<Order, Real, StraightOperators<Order, Real>>(anisotropic);
}

template RelaxingKernels<float> relaxing_step_of_order<2, float>(bool);
template RelaxingKernels<double> relaxing_step_of_order<2, double>(bool);

}  // namespace unda::dg
