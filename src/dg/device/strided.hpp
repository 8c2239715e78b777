// The numbers of one element among those of its block.
#pragma once

#include <cstddef>

namespace unda::dg {

template <class Real>
struct Strided {
  Real* first;
  std::size_t stride;
  constexpr Real& operator[](std::size_t n) const { return first[n * stride]; }
};

}  // namespace unda::dg
