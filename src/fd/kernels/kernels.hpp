// The kernels of a scheme for one order and precision, chosen at run time. Each scheme and precision has one
// file that makes them (acoustic_single.cpp, ...), so that adding a scheme adds a file.
#pragma once

#include <span>
#include <vector>

#include "fd/absorbing.hpp"
#include "fd/arrays.hpp"
#include "fd/one_sided.hpp"

namespace unda::fd {

template <class Real>
struct UpdateKernels {
  /// With what absorbing layers change. `first_derivative` is the number of the update's first derivative among all of the scheme's.
  using UpdateRow = void (*)(const View<Real>& view, std::span<Layer<Real>> layers, std::size_t first_derivative, int j,
                             int k);
  UpdateRow update_row = nullptr;
  UpdateRow update_row_of_two_planes = nullptr;  ///< k and k + 1; 3-D only
  /// By axis of the layer; null where the update takes no second derivative.
  std::array<void (*)(const View<Real>& view, Layer<Real>& layer, std::size_t first_derivative, int j, int k), 3>
      absorb_slope_row{};
  /// By axis of the face; null where the scheme has no faces without images.
  std::array<void (*)(const View<Real>& view, const OneSidedFace<Real>& face, int j, int k), 3> one_sided_row{};
  void (*hold_face_row)(const View<Real>& view, const OneSidedFace<Real>& face, int j, int k) = nullptr;
};

/// By stage and by update of the stage.
template <class Real>
using SchemeKernels = std::vector<std::vector<UpdateKernels<Real>>>;

/// kernels/energy_row.hpp.
template <class Real>
using EnergyRowKernel = double (*)(const View<Real>& view, const EnergyShares& share, int j, int k);

/// The order of accuracy is 2 * radius.
template <class Scheme, class Real>
SchemeKernels<Real> kernels_for(int radius);

}  // namespace unda::fd
