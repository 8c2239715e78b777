// The work at the points of faces between fluids and solids, on the host and on devices (exec/run.hpp).
#pragma once

#include <cstddef>

namespace unda::sem {

template <class Real>
struct FacePoints {
  std::size_t n_points;
  const std::ptrdiff_t *fluid, *solid;  ///< places
  const Real* area;                     ///< [component][point], out of the fluid
  std::ptrdiff_t component;             ///< of the solid's fields
  int n_components;
};

/// e_x e_y times a value, with two memories of it.
template <class Real>
struct FaceStretch {
  const Real* rate;  ///< [2][point]; none: 1
  Real* memory;      ///< [2][point]
  Real fading, gathering;

  constexpr Real operator()(std::size_t n, std::size_t n_points, Real value) const {
    if (rate == nullptr) return value;
    Real sum = value;
    for (std::size_t k = 0; k < 2; ++k) {  // each memory is fed by the one before
      Real& own = memory[k * n_points + n];
      const Real now = own + gathering * value;
      own = fading * now + gathering * value;
      sum += rate[k * n_points + n] * now;
      value = now;
    }
    return sum;
  }
};

template <class Real>
struct AddFlux {
  FacePoints<Real> points;
  FaceStretch<Real> stretch;
  const Real* u;
  Real* fluid_forces;

  constexpr void operator()(std::size_t n) const {
    Real flux = 0;
    for (int c = 0; c < points.n_components; ++c)
      flux +=
          points.area[static_cast<std::size_t>(c) * points.n_points + n] * u[points.solid[n] + c * points.component];
    fluid_forces[points.fluid[n]] += stretch(n, points.n_points, flux);
  }
};

template <class Real>
struct AddPressure {
  FacePoints<Real> points;
  FaceStretch<Real> stretch;
  const Real *fluid_forces, *fluid_inverse_mass;
  Real* solid_forces;

  constexpr void operator()(std::size_t n) const {
    const std::ptrdiff_t at = points.fluid[n];
    const Real acceleration = stretch(n, points.n_points, fluid_forces[at] * fluid_inverse_mass[at]);
    for (int c = 0; c < points.n_components; ++c)
      solid_forces[points.solid[n] + c * points.component] -=
          points.area[static_cast<std::size_t>(c) * points.n_points + n] * acceleration;
  }
};

}  // namespace unda::sem
