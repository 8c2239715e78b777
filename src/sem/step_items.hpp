// The work of a step at single points and places, on the host and on devices (exec/run.hpp): everything but the forces of elements.
#pragma once

#include <array>
#include <cstddef>

#include "exec/arithmetic.hpp"

namespace unda::sem {

/// v += dt f/m, u += dt v; where elements add to the forces these are zero afterwards.
template <class Real, int n_components, bool clears>
struct MovePoint {
  Real *u, *v, *f;
  const Real* inverse_mass;
  std::size_t component;
  Real dt;

  constexpr void operator()(std::size_t p) const {
    const Real inverse = inverse_mass[p];
    Real displacement[n_components], velocity[n_components], force[n_components];
    for (int c = 0; c < n_components; ++c) {  // all are under way before the first is needed
      const std::size_t at = static_cast<std::size_t>(c) * component + p;
      displacement[c] = u[at];
      velocity[c] = v[at];
      force[c] = f[at];
    }
    for (int c = 0; c < n_components; ++c) {
      const std::size_t at = static_cast<std::size_t>(c) * component + p;
      velocity[c] += dt * (inverse * force[c]);
      v[at] = velocity[c];
      u[at] = displacement[c] + dt * velocity[c];
      if constexpr (clears) f[at] = 0;
    }
  }
};

/// What sources give to a place: the sum of weights times samples, in the order of the sources.
template <class Real>
struct SourceTerms {
  const std::ptrdiff_t* place;
  const std::size_t* first;  ///< in weight and source, by place, and one past the last
  const Real* weight;
  const int* source;
  const double* s;  ///< [step][source]
  std::size_t n_sources;
};

template <class Real>
struct AddSources {
  SourceTerms<Real> terms;
  std::size_t first_place, step;
  Real* f;

  constexpr void operator()(std::size_t number) const {
    const std::size_t n = first_place + number;
    Real sum = f[terms.place[n]];
    for (std::size_t t = terms.first[n]; t < terms.first[n + 1]; ++t)
      sum += terms.weight[t] *
             static_cast<Real>(terms.s[step * terms.n_sources + static_cast<std::size_t>(terms.source[t])]);
    f[terms.place[n]] = sum;
  }
};

/// A component of a point on an absorbing face or in a layer: force <- (force - damping velocity) factor.
template <class Real>
struct Damped {
  std::ptrdiff_t place = 0;
  Real damping = 0, factor = 0;
};

template <class Real>
struct DampPoint {
  const Damped<Real>* damped;
  const Real* v;
  Real* f;

  constexpr void operator()(std::size_t n) const {
    const Damped<Real> d = damped[n];
    f[d.place] = (f[d.place] - d.damping * v[d.place]) * d.factor;
  }
};

/// Points in absorbing layers: the mass of each times what multiplies u and three memories of it. Numbers of neighbouring points lie
/// side by side.
template <class Real>
struct AddInertia {
  std::size_t n_points;
  const std::ptrdiff_t* place;
  const Real* factor;  ///< [4][point]
  Real* memory;        ///< [component][3][point]
  const Real* u;
  Real* f;
  std::ptrdiff_t component;
  int n_components;
  Real fading, gathering;  ///< the second half of what a memory takes in over a step

  constexpr void operator()(std::size_t n) const {
    Real* own = memory + n;
    for (std::size_t k = 0; k < 3 * static_cast<std::size_t>(n_components); ++k) exec::prefetch(own + k * n_points);
    for (int c = 0; c < n_components; ++c, own += 3 * n_points) {
      const std::ptrdiff_t at = place[n] + c * component;
      const Real before[3] = {own[0], own[n_points], own[2 * n_points]};
      Real value = u[at], sum = factor[n] * value;
      for (std::size_t k = 0; k < 3; ++k) {  // each memory is fed by the one before
        const Real now = before[k] + gathering * value;
        own[k * n_points] = fading * now + gathering * value;
        sum += factor[(k + 1) * n_points + n] * now;
        value = now;
      }
      f[at] -= sum;
    }
  }
};

// Points that several ranks or faces share.

template <class Real>
struct CopyFromPlaces {
  const std::ptrdiff_t* place;
  const Real* values;
  Real* to;
  constexpr void operator()(std::size_t n) const { to[n] = values[place[n]]; }
};

/// Takes the values away.
template <class Real>
struct TakeFromPlaces {
  const std::ptrdiff_t* place;
  Real *values, *to;
  constexpr void operator()(std::size_t n) const {
    to[n] = values[place[n]];
    values[place[n]] = 0;
  }
};

template <class Real>
struct AddToPlaces {
  const std::ptrdiff_t* place;
  const Real* from;
  Real* values;
  constexpr void operator()(std::size_t n) const { values[place[n]] += from[n]; }
};

template <class Real>
struct AddUpPairs {
  const std::array<std::ptrdiff_t, 2>* pairs;
  Real* values;
  constexpr void operator()(std::size_t n) const {
    const auto [low, high] = pairs[n];
    values[low] = values[high] = values[low] + values[high];
  }
};

// Looking at the wavefield of a device without bringing it to the host.

/// x - x is zero only for finite x: their sum over a piece.
template <class Real>
struct SumOfDifferences {
  static constexpr std::size_t piece = 1024;
  const Real* values;
  std::size_t n_values, stride;  ///< neighbouring items look at neighbouring values
  double* sums;
  constexpr void operator()(std::size_t n) const {
    double sum = 0;
    for (std::size_t i = n; i < n_values; i += stride) sum += static_cast<double>(values[i] - values[i]);
    sums[n] = sum;
  }
};

/// The sum over the points that lie on top of each other in an array: -x pull over all, and x^2 over mass where a point counts, by its
/// share of the domain. sums: [column], those and then these.
template <class Real>
struct SumEnergies {
  const Real *field, *pull, *moved;  ///< of fluids the rate of the potential, of solids u; `moved`: chi_tt m, or v
  const Real* inverse_mass;
  std::array<const double*, 3> share;  ///< by axis and point along it
  std::ptrdiff_t row, plane, component;
  int degree, dim, n_components, n_levels;
  std::array<int, 3> n_points;
  bool solid;
  double* sums;

  constexpr void operator()(std::size_t n) const {
    const auto at = static_cast<std::ptrdiff_t>(n);
    const int a = static_cast<int>(at / plane % degree), b = static_cast<int>(at / plane / degree);
    const auto e = at % plane;
    const int i = static_cast<int>(e % row) * degree + a, j = static_cast<int>(e / row) * degree + b;
    double work = 0, rest = 0;
    const bool is_point = i < n_points[0] && j < n_points[1];
    for (int k = 0; k < n_levels; ++k) {
      const std::ptrdiff_t place = at + static_cast<std::ptrdiff_t>(k) * degree * degree * plane;
      const double inverse = is_point ? static_cast<double>(inverse_mass[place]) : 0.0;
      const double here = is_point ? share[0][i] * share[1][j] * (dim == 3 ? share[2][k] : 1.0) : 0.0;
      for (int c = 0; c < n_components; ++c) {
        const std::ptrdiff_t number = place + c * component;
        work -= static_cast<double>(field[number]) * static_cast<double>(pull[number]);
        if (!(inverse > 0)) continue;
        const double x = solid ? static_cast<double>(moved[number]) / inverse : static_cast<double>(moved[number]);
        rest += here * x * x * inverse;
      }
    }
    sums[n] = work;
    sums[n + static_cast<std::size_t>(plane) * degree * degree] = rest;
  }
};

}  // namespace unda::sem
