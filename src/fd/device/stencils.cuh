// What an update reads around the points of a thread that marches along the slowest axis: the values of its derivatives, of
// which those across planes stay in registers, and its parameters.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "exec/arithmetic.hpp"
#include "exec/pack.cuh"
#include "fd/device/points.hpp"
#include "numerics/difference.hpp"

namespace unda::fd::detail {

using exec::prefetch;
using exec::load_constant;
using exec::multiply_add;
using exec::Pack;

/// Updates of many derivatives are held up by registers: two blocks a multiprocessor must fit. What they alone touch need
/// not stay in the caches, which their stencils fill; updates of few derivatives gain nothing from that.
template <class Update>
inline constexpr bool is_wide = Update::derivatives.size() > 4;

/// The distance of two planes: a short number where registers are scarce.
template <class Update>
using PlaneStride = std::conditional_t<is_wide<Update>, int, std::ptrdiff_t>;

/// The values that one derivative reads around neighbouring points of a row: loaded at once, or kept from plane to plane
/// along the slowest axis.
template <class Scheme, class Update, std::size_t N, int Radius, int Points, class Real>
struct Stencil {
  static constexpr Derivative what = Update::derivatives[N];
  static constexpr bool second = what.kind == Operator::second;
  static constexpr bool backward = backward_derivatives<Scheme, Update>()[N];
  static constexpr bool kept = what.axis == 2 && what.kind != Operator::value;
  static constexpr bool along_row = what.axis == 0 && what.kind != Operator::value;
  static constexpr int lowest = what.kind == Operator::value ? 0 : second || backward ? -Radius : 1 - Radius;
  static constexpr int n = what.kind == Operator::value ? 1 : second ? 2 * Radius + 1 : 2 * Radius;
  // Along a row whole packs are loaded, from the one with the lowest value on.
  static constexpr int before = along_row ? (-lowest + Points - 1) / Points * Points : 0;
  static constexpr int n_packs = along_row ? (before + lowest + n + Points - 1 + Points - 1) / Points : n;
  const Real* at;
  Pack<Real, Points> value[n_packs];

  /// At the first plane; all but the highest value.
  __device__ __forceinline__ void start(const Real* f, PlaneStride<Update> plane) {
    at = f;
    if constexpr (kept) {
#pragma unroll
      for (int m = 0; m < n - 1; ++m) value[m].load(at + (lowest + m) * plane);
    }
  }
  __device__ __forceinline__ void load(int row, PlaneStride<Update> plane) {
    if constexpr (kept) {
      value[n - 1].load(at + (lowest + n - 1) * plane);
    } else if constexpr (along_row) {
#pragma unroll
      for (int m = 0; m < n_packs; ++m) value[m].load(at - before + m * Points);
    } else {
#pragma unroll
      for (int m = 0; m < n; ++m) value[m].load(at + (lowest + m) * row);
    }
  }
  /// What the next plane needs.
  __device__ __forceinline__ void prefetch_next(PlaneStride<Update> plane) const {
    prefetch(kept ? at + (lowest + n) * plane : at + plane);
  }
  /// Value m around point w.
  __device__ __forceinline__ Real around(int w, int m) const {
    if constexpr (along_row) {
      const int place = before + lowest + m + w;
      return value[place / Points].of[place % Points];
    } else {
      return value[m].of[w];
    }
  }
  __device__ __forceinline__ Real derive(int w, Real scale) const {
    if constexpr (what.kind == Operator::value) {
      return around(w, 0);
    } else if constexpr (second) {
      constexpr auto c = numerics::second_difference<Radius>();
      Real sum = 0;
#pragma unroll
      for (int m = Radius; m >= 1; --m)
        sum = multiply_add(static_cast<Real>(c[m]), around(w, Radius + m) + around(w, Radius - m), sum);
      return scale * scale * multiply_add(static_cast<Real>(c[0]), around(w, Radius), sum);
    } else {
      constexpr auto c = numerics::staggered_difference<Radius>();
      Real sum = 0;
#pragma unroll
      for (int m = Radius; m >= 1; --m)
        sum = multiply_add(static_cast<Real>(c[m - 1]), around(w, Radius - 1 + m) - around(w, Radius - m), sum);
      return scale * sum;
    }
  }
  __device__ __forceinline__ void go_on(PlaneStride<Update> plane) {
    at += plane;
    if constexpr (kept) {
#pragma unroll
      for (int m = 0; m < n - 1; ++m) value[m] = value[m + 1];
    }
  }
};

template <class Scheme, class Update, int Radius, int Points, class Real, class Numbers>
struct Stencils;
template <class Scheme, class Update, int Radius, int Points, class Real, std::size_t... N>
struct Stencils<Scheme, Update, Radius, Points, Real, std::index_sequence<N...>>
    : Stencil<Scheme, Update, N, Radius, Points, Real>... {
  template <std::size_t M>
  __device__ __forceinline__ Stencil<Scheme, Update, M, Radius, Points, Real>& get() {
    return *this;
  }
};

/// A parameter of the update along the march, or the mean of two.
template <class Real, int Points>
struct ParameterMarch {
  const Real* at = nullptr;
  Pack<Real, Points> value, next;

  template <bool mean, int axis, bool once>
  __device__ __forceinline__ void load(std::ptrdiff_t step, std::ptrdiff_t plane) {
    if constexpr (once && !mean)
      value.load_once(at);
    else
      value.load(at);
    if constexpr (mean && axis == 0) {
#pragma unroll
      for (int w = 0; w < Points - 1; ++w) next.of[w] = step == 0 ? value.of[w] : value.of[w + 1];
      next.of[Points - 1] = load_constant(at + Points - 1 + step);
    } else if constexpr (mean) {
      next.load(at + step);
    }
    at += plane;
  }
  template <bool mean>
  __device__ __forceinline__ Real get(int w) const {
    return mean ? Real(0.5) * (value.of[w] + next.of[w]) : value.of[w];
  }
};

/// The axis along which a parameter sits between nodes.
template <class Scheme, class Update>
constexpr auto mean_axes() {
  std::array<int, Update::parameters.size()> axes{};
  for (int n = 0; n < static_cast<int>(axes.size()); ++n)
    for (int a = 0; a < 3; ++a)
      if (Scheme::medium[Update::parameters[n]].half[a] == 1) axes[n] = a;
  return axes;
}

}  // namespace unda::fd::detail
