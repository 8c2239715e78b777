// The update of a box point after point, any order: on the simulated device, and of memory variables on any device.
#pragma once

#include "exec/launch.hpp"
#include "fd/device/boxes.hpp"
#include "fd/device/kernels.hpp"
#include "fd/device/points.hpp"

namespace unda::fd::detail {

template <class Backend, class Scheme, class Update, class Next, class Real>
struct PlainUpdate {
  static void update(const exec::Queue& queue, const View<Real>& view, const Differences<Real>& difference,
                     const Box& box) {
    exec::launch<Backend>(queue, box.n, UpdatePoint<Scheme, Update, Real>{view, difference, box.first});
  }
  template <int Axis>
  static void absorb(const exec::Queue& queue, const View<Real>& view, const Differences<Real>& difference,
                     const Box& box, const LayersView<Real>& layers) {
    if constexpr (Axis < Scheme::dim)
      for (const LayerView<Real>& layer : layers.across[Axis]) {
        const Box both = clipped(box, Axis, layer.first, layer.count);
        exec::launch<Backend>(queue, both.n,
                              AbsorbPoint<Scheme, Update, Axis, Real>{view, difference, layer, both.first});
      }
  }
  static void follow(const exec::Queue& queue, const View<Real>& view, const Box& box) {
    if constexpr (!std::is_void_v<Next>) exec::launch<Backend>(queue, box.n, FollowPoint<Next, Real>{view, box.first});
  }

  static void update_and_follow(const exec::Queue& queue, const View<Real>& view, const Differences<Real>& difference,
                                const Box& box) {
    update(queue, view, difference, box);
    follow(queue, view, box);
  }
  static void update_in_layers(const exec::Queue& queue, const View<Real>& view, const Differences<Real>& difference,
                               std::span<const SideBox> boxes, const LayersView<Real>& layers) {
    for (const auto& [box, axis] : boxes) {
      update(queue, view, difference, box);
      absorb<0>(queue, view, difference, box, layers);
      absorb<1>(queue, view, difference, box, layers);
      absorb<2>(queue, view, difference, box, layers);
      follow(queue, view, box);
    }
  }
};

template <class Scheme, class Update, class Next, class Real>
struct UpdateOnBox<exec::Simulated, Scheme, Update, Next, Real> {
  using Plain = PlainUpdate<exec::Simulated, Scheme, Update, Next, Real>;
  static void set(int /*radius*/, DeviceUpdate<Real>& kernels) {
    kernels.update = Plain::update_and_follow;
    kernels.update_in_layers = Plain::update_in_layers;
    if constexpr (std::is_void_v<Next>) kernels.absorb_row_ends = Plain::template absorb<0>;
  }
};

}  // namespace unda::fd::detail
