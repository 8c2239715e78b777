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
void absorb_on_device(const exec::Queue& queue, const View<Real>& view, const Differences<Real>& difference,
                      const LayerView<Real>& layer) {
  exec::Extent n{view.n[0], view.n[1], view.n[2]};
  n[Axis] = layer.count;
  exec::launch<Backend>(queue, n, AbsorbPoint<Scheme, Update, Axis, Real>{view, difference, layer});
}

template <class Backend, class Scheme, class Update, int Axis, class Real>
void absorb_slope_on_device(const exec::Queue& queue, const View<Real>& view, const Differences<Real>& difference,
                            const LayerView<Real>& layer) {
  exec::Extent n{view.n[0], view.n[1], view.n[2]};
  n[Axis] = layer.count;
  exec::launch<Backend>(queue, n, AbsorbSlopePoint<Scheme, Update, Axis, Real>{view, difference, layer});
}

template <class Backend, class Scheme, class Update, int Axis, class Real>
void one_sided_on_device(const exec::Queue& queue, const View<Real>& view, const FaceView<Real>& face) {
  exec::Extent n{view.n[0], view.n[1], view.n[2]};
  n[Axis] = face.count();
  exec::launch<Backend>(queue, n, OneSidedPoint<Scheme, Update, Axis, Real>{view, face});
}

template <class Backend, class Scheme, class Real>
void hold_on_device(const exec::Queue& queue, const View<Real>& view, const FaceView<Real>& face) {
  if (!face.free) return;
  exec::Extent n{view.n[0], view.n[1], view.n[2]};
  n[face.axis] = 1;
  exec::launch<Backend>(queue, n, HoldPoint<Scheme, Real>{view, face});
}

template <class Backend, class Real>
void fill_ends_on_device(const exec::Queue& queue, const View<Real>& view, const FieldImages& images, int axis) {
  exec::Extent n{view.row_length, view.n[1], view.n[2]};
  n[axis] = 1;
  std::array<std::ptrdiff_t, 3> stride = view.stride;
  stride[0] = 1;
  exec::launch<Backend>(queue, n,
                        FillEnds<Real>{view.field[images.field], stride, axis, view.n[axis], images.half[axis],
                                       images.ghosts[axis], images.mirror[axis]});
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
  loops.row_sums = [](const exec::Queue& queue, const ReadingTables<Real>& t) {
    exec::launch<Backend>(queue, {t.n_rows, 1, 1}, SumRow<Real>{t});
  };
  loops.channel_sums = [](const exec::Queue& queue, const ReadingTables<Real>& t, double* values) {
    exec::launch<Backend>(queue, {t.n_channels, 1, 1}, SumChannel<Real>{t, values});
  };
  return loops;
}

template <class Backend, class Scheme, class Update, int Axis, class Real>
void add_axis(DeviceUpdate<Real>& kernels) {
  if constexpr (Axis < Scheme::dim) {
    kernels.absorb[Axis] = absorb_on_device<Backend, Scheme, Update, Axis, Real>;
    if constexpr (Update::derivatives[0].kind == Operator::second)
      kernels.absorb_slope[Axis] = absorb_slope_on_device<Backend, Scheme, Update, Axis, Real>;
    if constexpr (requires { Scheme::held_with; })
      kernels.one_sided[Axis] = one_sided_on_device<Backend, Scheme, Update, Axis, Real>;
  }
}

template <class Backend, class Scheme, class Update, class Real>
DeviceUpdate<Real> device_update(int radius) {
  DeviceUpdate<Real> kernels;
  kernels.update = UpdateOnBox<Backend, Scheme, Update, Real>::for_radius(radius);
  add_axis<Backend, Scheme, Update, 0>(kernels);
  add_axis<Backend, Scheme, Update, 1>(kernels);
  add_axis<Backend, Scheme, Update, 2>(kernels);
  if constexpr (requires { Scheme::held_with; })
    if constexpr (Update::targets[0] == Scheme::held_with) kernels.hold = hold_on_device<Backend, Scheme, Real>;
  return kernels;
}

template <class Backend, class Scheme, class Real, class... Update>
std::vector<DeviceUpdate<Real>> device_stage(Stage<Update...>, int radius) {
  return {device_update<Backend, Scheme, Update, Real>(radius)...};
}

}  // namespace detail

template <class Backend, class Scheme, class Real>
DeviceKernels<Real> device_kernels_for(int radius) {
  DeviceKernels<Real> kernels;
  kernels.loops = detail::device_loops<Backend, Real>();
  std::apply(
      [&](auto... stage) {
        (kernels.updates.push_back(detail::device_stage<Backend, Scheme, Real>(stage, radius)), ...);
      },
      typename Scheme::Stages{});
  return kernels;
}

}  // namespace unda::fd
