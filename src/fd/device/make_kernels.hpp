// Defines device_kernels_for. Included only by the files that make the kernels of a scheme for one back end, beside the
// file that says how that back end runs the plain update (plain_update.hpp or march.cuh).
#pragma once

#include <tuple>

#include "exec/launch.hpp"
#include "fd/device/kernels.hpp"
#include "fd/device/points.hpp"
#include "fd/device/reading.hpp"

namespace unda::fd {
namespace detail {

template <class Backend, class Scheme, class Update, int Axis, class Real>
void absorb_slope_on_device(const exec::Queue& queue, const View<Real>& view, const Differences<Real>& difference,
                            const Box& box, const LayerView<Real>& layer) {
  const Box both = clipped(box, Axis, layer.first, layer.count);
  exec::launch<Backend>(queue, both.n,
                        AbsorbSlopePoint<Scheme, Update, Axis, Real>{view, difference, layer, both.first});
}

template <class Backend, class Scheme, class Update, int Axis, class Real>
void one_sided_on_device(const exec::Queue& queue, const View<Real>& view, const Box& box, const FaceView<Real>& face) {
  const Box both = clipped(box, Axis, face.first(), face.count());
  exec::launch<Backend>(queue, both.n, OneSidedPoint<Scheme, Update, Axis, Real>{view, face, both.first});
}

template <class Backend, class Scheme, class Real>
void hold_on_device(const exec::Queue& queue, const View<Real>& view, const Box& box, const FaceView<Real>& face) {
  if (face.slips) {
    const Box fluid = clipped(box, face.axis, face.first_fluid, face.n_fluid);
    exec::launch<Backend>(queue, fluid.n, HoldFluidPoint<Scheme, Real>{view, face, fluid.first});
    return;
  }
  if (!face.free) return;
  const Box both = clipped(box, face.axis, face.face_node(), 1);
  exec::launch<Backend>(queue, both.n, HoldPoint<Scheme, Real>{view, face, both.first});
}

/// The lines along an axis that cross a box, at both ends of the part.
template <class Backend, class Real>
void fill_ends_on_device(const exec::Queue& queue, const View<Real>& view, const Box& box, const FieldImages& images,
                         int axis) {
  Box lines = box;
  if (lines.last(0) == view.n[0]) lines.n[0] = view.row_length - lines.first[0];  // the padding with the row
  lines.first[axis] = 0;
  lines.n[axis] = 1;
  std::array<std::ptrdiff_t, 3> stride = view.stride;
  stride[0] = 1;
  Real* first = view.field[images.field] + lines.first[0] + lines.first[1] * stride[1] + lines.first[2] * stride[2];
  if (axis == 0 && images.mirror[0][0] == Mirror::wrap) {
    using InPacks = WrapRowEndsInPacks<Real>;
    const exec::Extent row_ends{lines.n[1], 2, lines.n[2]};
    const int n_packs = std::max(images.ghosts[0][0], images.ghosts[0][1]) <= 2 * InPacks::per_pack ? 2 : 4;
    if (view.n[0] % InPacks::per_pack == 0 && view.n[0] >= n_packs * InPacks::per_pack)
      exec::launch<Backend>(queue, row_ends, InPacks{first, stride, view.n[0], n_packs});
    else
      exec::launch<Backend>(queue, row_ends, WrapRowEnds<Real>{first, stride, view.n[0], images.ghosts[0]});
    return;
  }
  exec::launch<Backend>(
      queue, lines.n,
      FillEnds<Real>{first, stride, axis, view.n[axis], images.half[axis], images.ghosts[axis], images.mirror[axis]});
}

template <class Backend, class Real>
DeviceLoops<Real> device_loops() {
  DeviceLoops<Real> loops;
  loops.fill_ends = fill_ends_on_device<Backend, Real>;
  loops.inject = [](const exec::Queue& queue, Real* field, std::size_t n, const std::ptrdiff_t* offset,
                    const Real* factor, const Real* s) {
    exec::launch<Backend>(queue, {static_cast<int>(n), 1, 1}, InjectPoint<Real>{field, offset, factor, s});
  };
  loops.check_rows = [](const exec::Queue& queue, const View<Real>& view, int field, double* bad) {
    exec::launch<Backend>(queue, {view.n[1], view.n[2], 1},
                          CheckRow<Real>{view.field[field], view.stride, view.n[0], bad, view.n[1]});
  };
  loops.row_sums = [](const exec::Queue& queue, const View<Real>& view, const ReadingTables& t) {
    exec::launch<Backend>(queue, {t.n_rows, 1, 1}, SumRow<Real>{t, fields_of(view)});
  };
  loops.channel_sums = [](const exec::Queue& queue, const ReadingTables& t, double* values) {
    exec::launch<Backend>(queue, {t.n_channels + t.n_loose, 1, 1}, SumChannel{t, values});
  };
  return loops;
}

template <class Backend, class Scheme, class Update, int Axis, class Real>
void add_axis(DeviceUpdate<Real>& kernels) {
  if constexpr (Axis < Scheme::dim) {
    if constexpr (Update::derivatives[0].kind == Operator::second)
      kernels.absorb_slope[Axis] = absorb_slope_on_device<Backend, Scheme, Update, Axis, Real>;
    if constexpr (requires { Scheme::held_with; })
      kernels.one_sided[Axis] = one_sided_on_device<Backend, Scheme, Update, Axis, Real>;
  }
}

template <class Backend, class Scheme, class Update, class Next, class Real>
DeviceUpdate<Real> device_update(int radius) {
  DeviceUpdate<Real> kernels;
  UpdateOnBox<Backend, Scheme, Update, Next, Real>::set(radius, kernels);
  add_axis<Backend, Scheme, Update, 0>(kernels);
  add_axis<Backend, Scheme, Update, 1>(kernels);
  add_axis<Backend, Scheme, Update, 2>(kernels);
  if constexpr (requires { Scheme::held_with; })
    if constexpr (Update::targets[0] == Scheme::held_with) kernels.hold = hold_on_device<Backend, Scheme, Real>;
  return kernels;
}

/// The stages as passes, taking two at once where the second is no more than a following update.
template <class Backend, class Scheme, class Real>
struct Passes {
  int radius;
  std::vector<DevicePass<Real>> made;

  void add(std::size_t /*stage*/, std::tuple<>) {}
  template <class... Update, class... Later>
  void add(std::size_t stage, std::tuple<Stage<Update...>, Later...>) {
    made.push_back({{device_update<Backend, Scheme, Update, void, Real>(radius)...}, stage, stage});
    add(stage + 1, std::tuple<Later...>{});
  }
  template <class Update, class Next, class... Later>
  requires(can_follow<Update, Next>()) void add(std::size_t stage, std::tuple<Stage<Update>, Stage<Next>, Later...>) {
    made.push_back({{device_update<Backend, Scheme, Update, Next, Real>(radius)}, stage, stage + 1});
    add(stage + 2, std::tuple<Later...>{});
  }
};

}  // namespace detail

template <class Backend, class Scheme, class Real>
DeviceKernels<Real> device_kernels_for(int radius) {
  detail::Passes<Backend, Scheme, Real> passes{radius, {}};
  passes.add(0, typename Scheme::Stages{});
  auto energy_rows = [](const exec::Queue& queue, const View<Real>& view, const EnergyShares& share, double* rows) {
    exec::launch<Backend>(queue, {view.n[1], view.n[2], 1}, EnergyRow<Scheme, Real>{view, share, rows});
  };
  return {std::move(passes.made), energy_rows, detail::device_loops<Backend, Real>()};
}

}  // namespace unda::fd
