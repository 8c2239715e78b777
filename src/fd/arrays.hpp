// The arrays of a scheme on one rank: wavefield and medium, with their layouts. Owned by the propagator;
// kernels get a View.
#pragma once

#include <vector>

#include "exec/twin.hpp"
#include "fd/grid.hpp"
#include "fd/relaxing.hpp"

namespace unda::fd {

inline constexpr int max_fields = 10;
inline constexpr int max_parameters = 12;

/// The ghosts across rows that repeat the nodes of the other side, where updates on a device fill them themselves.
struct RepeatedNodes {
  std::array<std::array<std::array<int, 2>, 3>, max_fields> ghosts{};  ///< [field][axis][low, high]; none along rows
  std::array<int, 3> reach{};                                          ///< the most of any field, by axis

  /// Whether ghosts repeat a node.
  constexpr bool near_face(int axis, int index, int n) const { return index < reach[axis] || index >= n - reach[axis]; }
};

/// What a kernel sees: plain pointers to node (0, 0, 0) and strides.
template <class Real>
struct View {
  std::array<Real*, max_fields> field{};
  std::array<Real*, max_fields> into{};    ///< on devices, where the next values go of fields that are kept twice
  std::array<std::ptrdiff_t, 3> stride{};  ///< of the fields
  std::array<const Real*, max_parameters> parameter{};
  std::array<std::array<std::ptrdiff_t, 3>, max_parameters> parameter_stride{};
  /// A parameter is the mean of a value and the one this far from it; 0 where it has an array of its own.
  std::array<std::ptrdiff_t, max_parameters> parameter_step{};
  std::array<Real, 3> inverse_spacing{};
  Real dt = 0;
  int row_length = 0;
  std::array<int, 3> n{1, 1, 1};  ///< nodes by axis
  RepeatedNodes repeats;
  Relaxing<Real> relaxing;  ///< memory variables; none without attenuation

  constexpr Real* row(int f, int j, int k) const { return field[f] + j * stride[1] + k * stride[2]; }
  constexpr const Real* parameter_row(int p, int j, int k) const {
    return parameter[p] + j * parameter_stride[p][1] + k * parameter_stride[p][2];
  }
  constexpr Real parameter_value(int p, int i, int j, int k) const {
    const Real* at = parameter_row(p, j, k) + i;
    return Real(0.5) * (at[0] + at[parameter_step[p]]);
  }
};

/// The root of the part of a cell that a point of a field stands for, along each axis: [field][axis][index].
using EnergyShares = std::array<std::array<const double*, 3>, max_fields>;

inline int row_unit_on(const exec::Queue& queue) { return queue.device().is_host() ? row_unit : gpu_row_unit; }

template <class Real>
struct Array {
  Layout layout;
  exec::Twin<Real> values;
  std::size_t shift = 0;  ///< keeps the same node of different arrays in different sets of the cache

  Array() = default;
  Array(const Layout& l, int number, const exec::Queue& queue = {})
      : layout(l), shift(static_cast<std::size_t>(number % 16) * 17 * row_unit_on(queue)) {
    values = exec::Twin<Real>(l.size + shift, queue);
  }
  /// Node (0, 0, 0) on the host.
  Real* origin(exec::Access access = exec::Access::read_write) { return values.host(access) + shift + layout.origin; }
  const Real* origin() const { return values.host() + shift + layout.origin; }
  Real* origin_on_device(exec::Access access) { return values.device(access) + shift + layout.origin; }
};

}  // namespace unda::fd
