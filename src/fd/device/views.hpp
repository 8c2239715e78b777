// What loops on a device see: plain values with pointers to the device's memory.
#pragma once

#include <array>

#include "exec/arithmetic.hpp"
#include "fd/absorbing.hpp"
#include "fd/arrays.hpp"
#include "fd/device/boxes.hpp"
#include "fd/images.hpp"
#include "fd/one_sided.hpp"
#include "numerics/difference_table.hpp"

namespace unda::fd {

inline constexpr int max_derivatives = 12;  ///< of an update
inline constexpr int max_level_weights = 28;
inline constexpr int max_fluid_planes = 8;

/// The weights of the differences of one order.
template <class Real>
struct Differences {
  int radius = 0;
  std::array<Real, max_radius> first{};
  std::array<Real, max_radius + 1> second{};

  Differences() = default;
  explicit Differences(int r) : radius(r) {
    const auto c = numerics::staggered_coefficients(r);
    const auto s = numerics::second_coefficients(r);
    for (int m = 0; m < r; ++m) first[m] = static_cast<Real>(c[m]);
    for (int m = 0; m <= r; ++m) second[m] = static_cast<Real>(s[m]);
  }
  /// Unit-spacing derivative half a cell above f, or below it.
  constexpr Real half_way(const Real* f, std::ptrdiff_t stride, bool backward) const {
    const std::ptrdiff_t shift = backward ? 1 : 0;
    Real sum = 0;
    for (std::ptrdiff_t m = radius; m >= 1; --m)
      sum = exec::multiply_add(first[m - 1], f[(m - shift) * stride] - f[-(m - 1 + shift) * stride], sum);
    return sum;
  }
  constexpr Real twice(const Real* f, std::ptrdiff_t stride) const {
    Real sum = 0;
    for (std::ptrdiff_t m = radius; m >= 1; --m)
      sum = exec::multiply_add(second[m], f[m * stride] + f[-m * stride], sum);
    return exec::multiply_add(second[0], f[0], sum);
  }
};

/// An absorbing layer for the derivatives of one update.
template <class Real>
struct LayerView {
  int axis = 0, first = 0, count = 0, width = 0;
  std::array<const Real*, 2> decay{}, gain{}, stretch{}, keep{};  ///< [0] on nodes, [1] on half nodes
  std::array<Real*, max_derivatives> memory{};                    ///< by derivative of the update
  std::array<Real*, max_derivatives> slope_memory{};
  /// Steps of the memories along the axes, and from the layer's first point on.
  std::array<std::ptrdiff_t, 3> memory_stride{}, slope_stride{};
  std::ptrdiff_t slope_origin = 0;

  constexpr std::ptrdiff_t memory_at(int i, int j, int k) const {
    return i * memory_stride[0] + j * memory_stride[1] + k * memory_stride[2];
  }
  constexpr std::ptrdiff_t slope_at(int i, int j, int k) const {
    return slope_origin + i * slope_stride[0] + j * slope_stride[1] + k * slope_stride[2];
  }
};

/// The layers of a part, by axis and side; those that are not there have no points.
template <class Real>
struct LayersView {
  LayerView<Real> across[3][2];
};

/// A face with one-sided differences, or a plane along which a fluid slips: see OneSidedFace.
template <class Real>
struct FaceView {
  struct Level {
    int first_offset = 0;
    int n_weights = 0;
    std::array<Real, max_level_weights> weight{};
  };
  int axis = 0;
  bool high = false, free = true;
  int n_levels = 0, last_node = 0;
  bool slips = false;
  int first_level = 0;
  std::uint32_t fields = ~0u;
  int first_fluid = 0, n_fluid = 0;
  std::array<Real, max_fluid_planes> fluid_thickness{};
  const Level* at_node = nullptr;
  const Level* at_half = nullptr;

  constexpr int level(int index, bool half) const {
    if (slips) return index - first_level;
    return high ? last_node - (half ? 1 : 0) - index : index;
  }
  constexpr bool changes(int field) const { return (fields >> field & 1u) != 0; }
  constexpr int face_node() const { return high ? last_node : 0; }
  /// The first node that the face changes, and how many there are.
  constexpr int first() const {
    if (slips) return first_level;
    return high ? (last_node > n_levels ? last_node - n_levels : 0) : 0;
  }
  constexpr int count() const {
    if (slips) return n_levels;
    return high ? last_node + 1 - first() : n_levels;
  }
};

}  // namespace unda::fd
