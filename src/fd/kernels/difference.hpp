// The staggered derivative of a pack of neighbouring points, with literal coefficients.
#pragma once

#include <array>
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
    sum = multiply_add<Real>(fill_pack(static_cast<Real>(c[m - 1])),
                             load_pack(f + (m - shift) * stride) - load_pack(f - (m - 1 + shift) * stride), sum);
  return sum;
}

/// The coefficients at run time, for what is compiled once for all orders. To the last bit the same derivative.
template <class Real>
struct StaggeredWeights {
  int radius = 0;
  const Real* of = nullptr;  ///< of the nearest two points first
};

template <int Radius, class Real>
StaggeredWeights<Real> staggered_weights() {
  static constexpr std::array<Real, Radius> weights = [] {
    constexpr auto c = numerics::staggered_difference<Radius>();
    std::array<Real, Radius> rounded{};
    for (std::size_t m = 0; m < Radius; ++m) rounded[m] = static_cast<Real>(c[m]);
    return rounded;
  }();
  return {Radius, weights.data()};
}

template <bool Backward, class Real>
[[gnu::always_inline]] inline Pack<Real> difference(const StaggeredWeights<Real>& c, const Real* f,
                                                    std::ptrdiff_t stride) {
  constexpr std::ptrdiff_t shift = Backward ? 1 : 0;
  Pack<Real> sum{};
  for (std::ptrdiff_t m = c.radius; m >= 1; --m)
    sum = multiply_add<Real>(fill_pack(c.of[m - 1]),
                             load_pack(f + (m - shift) * stride) - load_pack(f - (m - 1 + shift) * stride), sum);
  return sum;
}

/// Unit-spacing second derivative at f.
template <int Radius, class Real>
[[gnu::always_inline]] inline Pack<Real> second_derivative(const Real* f, std::ptrdiff_t stride) {
  constexpr auto c = numerics::second_difference<Radius>();
  Pack<Real> sum{};
#pragma GCC unroll 8
  for (std::ptrdiff_t m = Radius; m >= 1; --m)
    sum = multiply_add<Real>(fill_pack(static_cast<Real>(c[m])), load_pack(f + m * stride) + load_pack(f - m * stride),
                             sum);
  return multiply_add<Real>(fill_pack(static_cast<Real>(c[0])), load_pack(f), sum);
}

/// A field that sits half a cell up has its derivative on the node below.
template <class Scheme, class Update>
constexpr bool is_backward(std::size_t derivative) {
  const Derivative d = Update::derivatives[derivative];
  return Scheme::fields[d.field].half[d.axis] == 1;
}

/// The derivatives across planes of the same points of two neighbouring planes, every value loaded once.
template <int Radius, bool Backward, class Real>
[[gnu::always_inline]] inline std::array<Pack<Real>, 2> two_differences(const Real* f, std::ptrdiff_t stride) {
  constexpr auto c = numerics::staggered_difference<Radius>();
  constexpr int shift = Backward ? 1 : 0;
  const Real* lowest = f - (Radius - 1 + shift) * stride;
  Pack<Real> value[2 * Radius + 1];
#pragma GCC unroll 17
  for (int n = 0; n <= 2 * Radius; ++n) value[n] = load_pack(lowest + n * stride);
  std::array<Pack<Real>, 2> sum{};
#pragma GCC unroll 2
  for (int p = 0; p < 2; ++p) {
#pragma GCC unroll 8
    for (int m = Radius; m >= 1; --m)
      sum[p] = multiply_add<Real>(fill_pack(static_cast<Real>(c[m - 1])),
                                  value[Radius - 1 + m + p] - value[Radius - m + p], sum[p]);
  }
  return sum;
}

/// Parameter n of the update for a pack of points, or for one.
template <class Scheme, class Update, class Value, class Real>
[[gnu::always_inline]] inline Value parameter_at_points(std::size_t n, const Real* m, std::ptrdiff_t step) {
  auto load = [](const Real* from) -> Value {
    if constexpr (std::is_same_v<Value, Real>)
      return *from;
    else
      return load_pack(from);
  };
  if (!Scheme::medium[Update::parameters[n]].may_be_mean) return load(m);
  return Real(0.5) * (load(m) + load(m + step));
}

/// What the update reads as its derivative N, for a pack of points from f on, in one plane or two.
template <class Scheme, class Update, std::size_t N, int Radius, int Planes, class Real>
[[gnu::always_inline]] inline std::array<Pack<Real>, Planes> evaluate(const Real* f, std::ptrdiff_t stride,
                                                                      std::ptrdiff_t plane_stride,
                                                                      Real inverse_spacing) {
  constexpr Operator kind = Update::derivatives[N].kind;
  constexpr bool backward = is_backward<Scheme, Update>(N);
  std::array<Pack<Real>, Planes> values;
  if constexpr (Planes == 2 && kind == Operator::first && Update::derivatives[N].axis == 2) {
    const auto both = two_differences<Radius, backward>(f, stride);
    for (int p = 0; p < 2; ++p) values[p] = inverse_spacing * both[p];
  } else {
    for (int p = 0; p < Planes; ++p) {
      const Real* at = f + p * plane_stride;
      if constexpr (kind == Operator::value)
        values[p] = load_pack(at);
      else if constexpr (kind == Operator::second)
        values[p] = inverse_spacing * inverse_spacing * second_derivative<Radius>(at, stride);
      else
        values[p] = inverse_spacing * difference<Radius, backward>(at, stride);
    }
  }
  return values;
}

}  // namespace unda::fd
