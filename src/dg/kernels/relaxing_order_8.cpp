// The fast step of elements that attenuate, of order 8.
#include "dg/generated/straight_operators_8.hpp"
#include "dg/kernels/relaxing_cpu.hpp"

namespace unda::dg {

extern template struct StraightOperators<8, float>;  // compiled in step_order_8.cpp
extern template struct StraightOperators<8, double>;

template <int Order, class Real>
RelaxingKernels<Real> relaxing_step_of_order(bool anisotropic) {
  return relaxing_steps_of_media<Order, Real, StraightOperators<Order, Real>>(anisotropic);
}

template RelaxingKernels<float> relaxing_step_of_order<8, float>(bool);
template RelaxingKernels<double> relaxing_step_of_order<8, double>(bool);

}  // namespace unda::dg
