// The table of fast steps: one an order of the build, each in a file of its own.
#include "dg/kernels/kernels.hpp"

#include "base/error.hpp"
#include "dg/kernels/orders.hpp"
#include "dg/kernels/relaxing.hpp"

namespace unda::dg {

template <int Order, class Real>
StepKernels<Real> step_of_order(bool anisotropic);
template <int Order, class Real>
RelaxingKernels<Real> relaxing_step_of_order(bool anisotropic);

namespace {

void require_kernels(bool exist, int order) {
  require(exist, "solver.dg.order = {}: this build has the orders {}; build again with -DUNDA_FEW_ORDERS=OFF", order,
          orders);
}

template <class Real, int... Order>
StepKernels<Real> step_among(int order, bool anisotropic, std::integer_sequence<int, Order...>) {
  StepKernels<Real> step{};
  (void)((order == Order && (step = step_of_order<Order, Real>(anisotropic), true)) || ...);
  return step;
}

template <class Real, int... Order>
RelaxingKernels<Real> relaxing_step_among(int order, bool anisotropic, std::integer_sequence<int, Order...>) {
  RelaxingKernels<Real> step{};
  (void)((order == Order && (step = relaxing_step_of_order<Order, Real>(anisotropic), true)) || ...);
  return step;
}

}  // namespace

template <class Real>
StepKernels<Real> cpu_kernels(int order, bool anisotropic) {
  const StepKernels<Real> step = step_among<Real>(order, anisotropic, Orders{});
  require_kernels(step.predict != nullptr, order);
  return step;
}

template <class Real>
RelaxingKernels<Real> cpu_relaxing_kernels(int order, bool anisotropic) {
  const RelaxingKernels<Real> step = relaxing_step_among<Real>(order, anisotropic, Orders{});
  require_kernels(step.predict != nullptr, order);
  return step;
}

template StepKernels<float> cpu_kernels(int order, bool anisotropic);
template StepKernels<double> cpu_kernels(int order, bool anisotropic);
template RelaxingKernels<float> cpu_relaxing_kernels(int order, bool anisotropic);
template RelaxingKernels<double> cpu_relaxing_kernels(int order, bool anisotropic);

}  // namespace unda::dg
