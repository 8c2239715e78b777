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
#pragma GCC unroll 8
  for (std::ptrdiff_t m = Radius; m >= 1; --m)  // from the smallest coefficient to the largest
    sum +=
        static_cast<Real>(c[m - 1]) * (load_pack(f + (m - shift) * stride) - load_pack(f - (m - 1 + shift) * stride));
  return sum;
}

/// Unit-spacing second derivative at f.
template <int Radius, class Real>
[[gnu::always_inline]] inline Pack<Real> second_derivative(const Real* f, std::ptrdiff_t stride) {
  constexpr auto c = numerics::second_difference<Radius>();
  Pack<Real> sum{};
#pragma GCC unroll 8
  for (std::ptrdiff_t m = Radius; m >= 1; --m)
    sum += static_cast<Real>(c[m]) * (load_pack(f + m * stride) + load_pack(f - m * stride));
  return sum + static_cast<Real>(c[0]) * load_pack(f);
}

/// A field that sits half a cell up has its derivative on the node below.
template <class Scheme, class Update>
constexpr bool is_backward(std::size_t derivative) {
  const Derivative d = Update::derivatives[derivative];
  return Scheme::fields[d.field].half[d.axis] == 1;
}

/// What the update reads as its derivative N, for a pack of points from f on.
template <class Scheme, class Update, std::size_t N, int Radius, class Real>
[[gnu::always_inline]] inline Pack<Real> evaluate(const Real* f, std::ptrdiff_t stride, Real inverse_spacing) {
  constexpr Operator kind = Update::derivatives[N].kind;
  if constexpr (kind == Operator::value)
    return load_pack(f);
  else if constexpr (kind == Operator::second)
    return inverse_spacing * inverse_spacing * second_derivative<Radius>(f, stride);
  else
    return inverse_spacing * difference<Radius, is_backward<Scheme, Update>(N)>(f, stride);
}

}  // namespace unda::fd
