// The staggered derivative of a pack of neighbouring points, with literal coefficients.
#pragma once

#include <utility>

#include "base/simd.hpp"
#include "fd/scheme.hpp"
#include "numerics/difference.hpp"

namespace unda::fd {

/// Unit-spacing derivative half a cell above f (forward) or half a cell below it (backward).
template <int Radius, bool Backward, class Real>
[[gnu::always_inline]] inline Pack<Real> difference(const Real* f, std::ptrdiff_t stride) {
  constexpr auto c = numerics::staggered_difference<Radius>();
  constexpr std::ptrdiff_t shift = Backward ? 1 : 0;
  Pack<Real> sum{};
  [&]<std::ptrdiff_t... M>(std::integer_sequence<std::ptrdiff_t, M...>) {
    // From the smallest coefficient to the largest.
    ((sum += static_cast<Real>(c[Radius - 1 - M]) *
             (load_pack(f + (Radius - M - shift) * stride) - load_pack(f - (Radius - 1 - M + shift) * stride))),
     ...);
  }
  (std::make_integer_sequence<std::ptrdiff_t, Radius>());
  return sum;
}

/// A field that sits half a cell up has its derivative on the node below.
template <class Scheme, class Stage>
constexpr bool is_backward(std::size_t derivative) {
  const Derivative d = Stage::derivatives[derivative];
  return Scheme::fields[d.field].half[d.axis] == 1;
}

}  // namespace unda::fd
