// The nine fields of an element, in the order of the contract's stresses, and how they lie in memory.
#pragma once

#include <cstddef>

#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {

enum Field : int { xx, yy, zz, xy, xz, yz, vx, vy, vz };
inline constexpr int n_fields = 9;
inline constexpr int n_face_fields = 6;  ///< three of traction, three of velocity

/// stress_field[i][j] is the field of sigma_ij.
inline constexpr Field stress_field[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};

/// Elements lie in blocks: [block][field][coefficient][place in the block].
struct FieldLayout {
  std::size_t width = 1, n_basis = 0;  ///< places of a block, coefficients of a field

  constexpr std::size_t block_numbers() const { return n_fields * n_basis * width; }
  /// Where the first coefficient of an element lies; the next ones follow `width` numbers further each.
  constexpr std::size_t first(std::size_t place) const { return place / width * block_numbers() + place % width; }
  constexpr std::size_t first(std::size_t place, std::size_t field) const {
    return first(place) + field * n_basis * width;
  }
};

/// Blocks by number.
struct BlockRange {
  std::size_t first = 0, last = 0;
  std::size_t size() const { return last - first; }
};

/// Blocks of the host are packs, those of a device as wide as its threads go together.
inline constexpr int device_block = 32;

/// The trace of one side of a face, [face field][coefficient], padded to whole packs, which are cache lines.
template <class Real>
constexpr std::size_t trace_numbers(int order) {
  const std::size_t n = static_cast<std::size_t>(n_face_fields) * numerics::n_triangular(order),
                    pack = 64 / sizeof(Real);
  return (n + pack - 1) / pack * pack;
}

}  // namespace unda::dg
