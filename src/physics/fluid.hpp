// Fluids by a potential chi of the displacement: u = grad chi / rho, p = -chi_tt. The mass of the potential is 1/kappa, its flux
// the displacement.
#pragma once

#include "physics/material.hpp"

namespace unda::physics {

/// Along one axis; `slope` is dchi/dx_a, buoyancy 1/rho, either may carry a factor.
template <class T>
[[gnu::always_inline]] constexpr T displacement_of_potential(const T& buoyancy, const T& slope) {
  return buoyancy * slope;
}

/// What the potential has in place of a density.
inline double potential_mass(const Material& m) { return 1 / bulk_modulus(m.moduli); }

/// What an absorbing face takes: u_n = -chi_t / (rho c), where that of a solid has tractions of -rho c v.
inline double potential_impedance(const Material& m) { return 1 / (m.rho * m.vp()); }

}  // namespace unda::physics
