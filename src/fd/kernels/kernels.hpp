// The kernels of a scheme for one order and precision, chosen at run time. Each scheme and precision has one
// file that makes them (acoustic_single.cpp, ...), so that adding a scheme adds a file.
#pragma once

#include <vector>

#include "fd/absorbing.hpp"
#include "fd/arrays.hpp"
#include "fd/one_sided.hpp"

namespace unda::fd {

template <class Real>
struct UpdateKernels {
  void (*update_row)(const View<Real>& view, int j, int k) = nullptr;
  void (*update_row_of_two_planes)(const View<Real>& view, int j, int k) = nullptr;  ///< k and k + 1; 3-D only
  /// By axis of the layer.
  std::array<void (*)(const View<Real>& view, Layer<Real>& layer, std::size_t first_derivative, int j, int k), 3>
      absorb_row{};
  /// Null where the update takes no second derivative.
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
