// The nine fields of an element, in the order of the contract's stresses, and how they lie in memory.
#pragma once

#include "base/simd.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {

enum Field : int { xx, yy, zz, xy, xz, yz, vx, vy, vz };
inline constexpr int n_fields = 9;
inline constexpr int n_face_fields = 6;  ///< three of traction, three of velocity

/// stress_field[i][j] is the field of sigma_ij.
inline constexpr Field stress_field[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};

/// Elements lie in blocks of one pack: [block][field][coefficient][place in the pack].
template <class Real>
constexpr std::size_t block_numbers(int order) {
  return static_cast<std::size_t>(n_fields) * numerics::n_tetrahedral(order) * pack_size<Real>;
}

/// The trace of one side of a face, [face field][coefficient], padded to whole packs.
template <class Real>
constexpr std::size_t trace_numbers(int order) {
  const std::size_t n = static_cast<std::size_t>(n_face_fields) * numerics::n_triangular(order), pack = pack_size<Real>;
  return (n + pack - 1) / pack * pack;
}

}  // namespace unda::dg
