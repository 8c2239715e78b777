// The table of fast steps of a GPU: one an order and precision of the build, each in a file of its own.
#include "dg/device/fast_step.hpp"

#include "dg/device/gpu_orders.hpp"
#include "exec/gpu_support.hpp"

namespace unda::dg {

template <int Order, class Real>
FastStep<Real> fast_step_of_order();
template <int Order, class Real>
FastRelaxing<Real> fast_relaxing_of_order();

namespace {

template <class Real, int... Order>
FastStep<Real> step_among(int order, std::integer_sequence<int, Order...>) {
  FastStep<Real> step{};
  if constexpr (exec::has_gpu_support)
    (void)((order == Order &&
            (step = fast_step_of_order<Order, Real>(), step.relaxing = fast_relaxing_of_order<Order, Real>(), true)) ||
           ...);
  return step;
}

}  // namespace

template <class Real>
FastStep<Real> fast_step(int order, const exec::Device& device) {
  return device.kind == exec::DeviceKind::gpu ? step_among<Real>(order, GpuOrders<Real>{}) : FastStep<Real>{};
}

template FastStep<float> fast_step(int order, const exec::Device& device);
template FastStep<double> fast_step(int order, const exec::Device& device);

}  // namespace unda::dg
