// The plain update on the device kept apart: point after point, any order.
#pragma once

#include "exec/launch.hpp"
#include "fd/device/kernels.hpp"
#include "fd/device/points.hpp"

namespace unda::fd::detail {

template <class Backend, class Scheme, class Update, class Real>
struct UpdateOnBox {
  static typename DeviceUpdate<Real>::OnBox for_radius(int) {
    return [](const exec::Queue& queue, const View<Real>& view, const Differences<Real>& difference, const Box& box) {
      exec::launch<Backend>(queue, box.n, UpdatePoint<Scheme, Update, Real>{view, difference, box.first});
    };
  }
};

}  // namespace unda::fd::detail
