// The arrays of a scheme on one rank: wavefield and medium, with their layouts. Owned by the propagator;
// kernels get a View.
#pragma once

#include <vector>

#include "exec/buffer.hpp"
#include "fd/grid.hpp"

namespace unda::fd {

inline constexpr int max_fields = 10;
inline constexpr int max_parameters = 10;

/// What a kernel sees: plain pointers to node (0, 0, 0) and strides.
template <class Real>
struct View {
  std::array<Real*, max_fields> field{};
  std::array<std::ptrdiff_t, 3> stride{};  ///< of the fields
  std::array<const Real*, max_parameters> parameter{};
  std::array<std::array<std::ptrdiff_t, 3>, max_parameters> parameter_stride{};
  std::array<Real, 3> inverse_spacing{};
  Real dt = 0;
  int row_length = 0;
  std::array<int, 3> n{1, 1, 1};  ///< nodes by axis

  Real* row(int f, int j, int k) const { return field[f] + j * stride[1] + k * stride[2]; }
  const Real* parameter_row(int p, int j, int k) const {
    return parameter[p] + j * parameter_stride[p][1] + k * parameter_stride[p][2];
  }
};

template <class Real>
struct Array {
  Layout layout;
  exec::Buffer<Real> values;
  std::size_t shift = 0;  ///< keeps the same node of different arrays in different sets of the cache

  Array() = default;
  Array(const Layout& l, int number) : layout(l), shift(static_cast<std::size_t>(number % 16) * 17 * row_unit) {
    values = exec::Buffer<Real>(l.size + shift);
  }
  Real* origin() { return values.data() + shift + layout.origin; }
  const Real* origin() const { return values.data() + shift + layout.origin; }
};

}  // namespace unda::fd
