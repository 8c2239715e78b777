// The loops of a scheme on a device, for one order and precision, chosen at run time. Each scheme has a file that makes them
// for the GPU (.cu) and one for the simulated device (.cpp).
#pragma once

#include <span>
#include <vector>

#include "exec/device.hpp"
#include "fd/device/points.hpp"
#include "fd/device/reading.hpp"
#include "fd/device/views.hpp"
#include "fd/scheme.hpp"

namespace unda::fd {

/// The loops of one update, each over a box of nodes.
template <class Real>
struct DeviceUpdate {
  using OnBox = void (*)(const exec::Queue&, const View<Real>&, const Differences<Real>&, const Box&);
  using OnBoxesInLayers = void (*)(const exec::Queue&, const View<Real>&, const Differences<Real>&,
                                   std::span<const SideBox>, const LayersView<Real>&);
  using OnRowEnds = void (*)(const exec::Queue&, const View<Real>&, const Differences<Real>&, const Box&,
                             const LayersView<Real>&);
  using OnLayer = void (*)(const exec::Queue&, const View<Real>&, const Differences<Real>&, const Box&,
                           const LayerView<Real>&);
  using OnFace = void (*)(const exec::Queue&, const View<Real>&, const Box&, const FaceView<Real>&);

  OnBox update = nullptr;                      ///< where no layer is
  OnBoxesInLayers update_in_layers = nullptr;  ///< with what the layers add
  /// What the layers at the ends of rows add after `update`; null: rows that end in layers need update_in_layers.
  OnRowEnds absorb_row_ends = nullptr;
  std::array<OnLayer, 3> absorb_slope{};  ///< by axis of the layer; null where no second derivative is taken
  std::array<OnFace, 3> one_sided{};      ///< by axis of the face; null where the scheme has no such faces
  OnFace hold = nullptr;
};

/// One pass over memory: a stage, or two of which the second follows the first at every point (can_follow). The fields of
/// the second are then kept twice, because neighbours still need their old values.
template <class Real>
struct DevicePass {
  std::vector<DeviceUpdate<Real>> updates;
  std::size_t first_stage = 0, last_stage = 0;
};

/// Loops that know nothing of the scheme.
template <class Real>
struct DeviceLoops {
  void (*fill_ends)(const exec::Queue&, const View<Real>&, const Box&, const FieldImages&, int axis) = nullptr;
  void (*inject)(const exec::Queue&, Real* field, std::size_t n, const std::ptrdiff_t* offset, const Real* factor,
                 const Real* s) = nullptr;
  void (*check_rows)(const exec::Queue&, const View<Real>&, int field, double* bad) = nullptr;
  void (*row_sums)(const exec::Queue&, const View<Real>&, const ReadingTables&) = nullptr;
  void (*channel_sums)(const exec::Queue&, const ReadingTables&, double* values) = nullptr;
};

template <class Real>
struct DeviceKernels {
  std::vector<DevicePass<Real>> passes;
  void (*energy_rows)(const exec::Queue&, const View<Real>&, const EnergyShares&, double* rows) = nullptr;
  DeviceLoops<Real> loops;
};

/// How many fields are kept twice.
template <class Real>
std::size_t n_doubled(const DeviceKernels<Real>& kernels, const SchemeDescription& scheme) {
  std::size_t n = 0;
  for (const DevicePass<Real>& pass : kernels.passes)
    if (pass.last_stage > pass.first_stage)
      for (const UpdateDescription& update : scheme.stages[pass.last_stage].updates) n += update.targets.size();
  return n;
}

namespace detail {
/// How a back end runs the plain update of a box: plain_update.hpp, march.cuh.
template <class Backend, class Scheme, class Update, class Next, class Real>
struct UpdateOnBox;
}  // namespace detail

/// Backend: exec::Gpu or exec::Simulated.
template <class Backend, class Scheme, class Real>
DeviceKernels<Real> device_kernels_for(int radius);

}  // namespace unda::fd
