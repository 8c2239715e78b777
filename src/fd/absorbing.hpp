// Convolutional perfectly matched layers (Komatitsch and Martin 2007) outside the domain: d/dx becomes
//   (1/k) d/dx + psi,   psi <- decay psi + gain d/dx   at every step, decay = exp(-(sigma/k + alpha) dt),
// and fields that such a derivative changes keep exp(-plain dt) of themselves.
// What the stretched derivative changes is added to the plain update of points in the layers (kernels/absorb_row.hpp).
#pragma once

#include <vector>

#include "exec/twin.hpp"
#include "fd/grid.hpp"
#include "fd/scheme.hpp"
#include "model/model.hpp"

namespace unda::fd {

/// Coefficients along the axis of a layer, index 0 at Layer::first; for derivatives on nodes and on half
/// nodes.
template <class Real>
struct LayerProfile {
  exec::Twin<Real> decay, gain, stretch;  ///< stretch = 1/k - 1
  exec::Twin<Real> keep;                  ///< what the fields keep over a step: plain damping
};

/// One absorbing layer: all rows that cross it, and the memory of each stretched derivative.
template <class Real>
struct Layer {
  int axis = 0;
  bool high = false;
  int first = 0, count = 0;  ///< nodes along the axis
  int width = 0;             ///< numbers a row: whole vectors that hold the layer for axis 0, else the row's length
  std::array<LayerProfile<Real>, 2> profile;  ///< [0] on nodes, [1] on half nodes
  std::vector<exec::Twin<Real>> memory;       ///< by derivative; empty where that is not stretched by this layer
  /// For second derivatives: the memory of the first derivative, on half nodes, with zeros around the layer.
  std::vector<exec::Twin<Real>> slope_memory;

  /// Start of the memory of row (j, k), which must cross the layer.
  std::size_t memory_row(const std::array<int, 3>& n, int j, int k) const {
    if (axis == 0) return (static_cast<std::size_t>(k) * n[1] + j) * width;
    if (axis == 1) return (static_cast<std::size_t>(k) * count + (j - first)) * width;
    return (static_cast<std::size_t>(k - first) * n[1] + j) * width;
  }
  /// Likewise for slope_memory: point i of row (j, k) of axis 0 starts at the layer's first.
  std::size_t slope_row(const std::array<int, 3>& n, int j, int k) const {
    if (axis == 0) return (static_cast<std::size_t>(k) * n[1] + j) * (width + 2 * row_unit) + row_unit;
    if (axis == 1) return (static_cast<std::size_t>(k) * (count + 2 * max_radius) + (j - first + max_radius)) * width;
    return (static_cast<std::size_t>(k - first + max_radius) * n[1] + j) * width;
  }
  std::ptrdiff_t slope_stride(const std::array<int, 3>& n) const {
    return axis == 0 ? 1 : axis == 1 ? width : static_cast<std::ptrdiff_t>(n[1]) * width;
  }
  bool crosses(int j, int k) const {
    const int index = axis == 1 ? j : k;
    return axis == 0 || (index >= first && index < first + count);
  }
};

struct AbsorbingParameters {
  double speed = 0;      ///< of the fastest wave, m/s
  double frequency = 0;  ///< dominant, Hz
  double dt = 0;
  double softness = 0;  ///< method/expected_echo.hpp
  double contrast = 1;  ///< of the fastest speed and the slowest; 1 where solids do not differ (solids_differ.hpp)
  std::array<double, 3> plain{};  ///< least plain damping by physical axis, as a part of the absorbing rate
};

/// Two layers an axis at most. `derivatives` are all of the scheme's, update after update.
template <class Real>
std::vector<Layer<Real>> make_layers(const Grid& grid, const std::vector<Derivative>& derivatives, int radius,
                                     int row_length, const exec::Queue& queue = {});

/// Fills the profiles for a time step.
template <class Real>
void set_profiles(std::vector<Layer<Real>>& layers, const Grid& grid, const AbsorbingParameters& parameters,
                  const exec::Queue& queue = {});

/// Thickness in grid points.
int default_absorbing_points(int order, const model::Extremes& earth);

/// Of a wave at the edge, what layers of the default thickness send back, as measured.
double expected_echo(const model::Extremes& earth);

}  // namespace unda::fd
