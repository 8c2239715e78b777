// Blocks of elements on the host: a pack is one number of as many elements.
#pragma once

#include "base/simd.hpp"
#include "dg/fields.hpp"

namespace unda::dg {

template <class Real>
constexpr std::size_t block_numbers(int order) {
  return static_cast<std::size_t>(n_fields) * numerics::n_tetrahedral(order) * pack_size<Real>;
}
static_assert(trace_numbers<float>(5) % pack_size<float> == 0);

}  // namespace unda::dg
