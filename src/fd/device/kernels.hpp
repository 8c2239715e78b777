// The loops of a scheme on a device, for one order and precision, chosen at run time. Each scheme has a file that makes them
// for the GPU (.cu) and one for the device kept apart (.cpp).
#pragma once

#include <vector>

#include "exec/device.hpp"
#include "fd/device/reading.hpp"
#include "fd/device/views.hpp"

namespace unda::fd {

template <class Real>
struct DeviceUpdate {
  using OnBox = void (*)(const exec::Queue&, const View<Real>&, const Differences<Real>&, const Box&);
  using OnLayer = void (*)(const exec::Queue&, const View<Real>&, const Differences<Real>&, const LayerView<Real>&);
  using OnFace = void (*)(const exec::Queue&, const View<Real>&, const FaceView<Real>&);

  OnBox update = nullptr;
  std::array<OnLayer, 3> absorb{};        ///< by axis of the layer
  std::array<OnLayer, 3> absorb_slope{};  ///< null where the update takes no second derivative
  std::array<OnFace, 3> one_sided{};      ///< null where the scheme has no such faces
  OnFace hold = nullptr;
};

/// Loops that know nothing of the scheme.
template <class Real>
struct DeviceLoops {
  void (*fill_ends)(const exec::Queue&, const View<Real>&, const FieldImages&, int axis) = nullptr;
  void (*inject)(const exec::Queue&, Real* field, std::size_t n, const std::ptrdiff_t* offset, const Real* factor,
                 const Real* s) = nullptr;
  void (*check_rows)(const exec::Queue&, const View<Real>&, int field, double* bad) = nullptr;
  void (*row_sums)(const exec::Queue&, const ReadingTables<Real>&) = nullptr;
  void (*channel_sums)(const exec::Queue&, const ReadingTables<Real>&, double* values) = nullptr;
};

template <class Real>
struct DeviceKernels {
  std::vector<std::vector<DeviceUpdate<Real>>> updates;  ///< by stage and update
  DeviceLoops<Real> loops;
};

namespace detail {
/// How a back end runs the plain update of a box: plain_update.hpp, march.cuh.
template <class Backend, class Scheme, class Update, class Real>
struct UpdateOnBox;
}  // namespace detail

/// Backend: exec::Gpu or exec::Apart.
template <class Backend, class Scheme, class Real>
DeviceKernels<Real> device_kernels_for(int radius);

}  // namespace unda::fd
