// The table of fast steps: one line an order, each in a file of its own.
#include "dg/kernels/kernels.hpp"

#include "base/error.hpp"

namespace unda::dg {

template <class Real>
StepKernels<Real> step_of_order_2();
template <class Real>
StepKernels<Real> step_of_order_3();
template <class Real>
StepKernels<Real> step_of_order_4();
template <class Real>
StepKernels<Real> step_of_order_5();
template <class Real>
StepKernels<Real> step_of_order_6();
template <class Real>
StepKernels<Real> step_of_order_7();
template <class Real>
StepKernels<Real> step_of_order_8();

template <class Real>
StepKernels<Real> cpu_kernels(int order) {
  constexpr StepKernels<Real> (*steps[])() = {step_of_order_2<Real>, step_of_order_3<Real>, step_of_order_4<Real>,
                                              step_of_order_5<Real>, step_of_order_6<Real>, step_of_order_7<Real>,
                                              step_of_order_8<Real>};
  require(order >= 2 && order <= 8, "dg has the orders 2 to 8, not {}", order);
  return steps[order - 2]();
}

template StepKernels<float> cpu_kernels(int order);
template StepKernels<double> cpu_kernels(int order);

}  // namespace unda::dg
