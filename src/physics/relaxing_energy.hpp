// The energy of relaxation mechanisms (relaxation.hpp): of stresses that springs of the mechanism's moduli hold.
#pragma once

#include "physics/isotropic.hpp"

namespace unda::physics {

/// The energy in one mechanism, J/m^3. Where its bulk modulus is none (qs alone, or small beside qp) that of shear alone.
constexpr double relaxing_energy(const Isotropic<double>& m, Symmetric<3, double> s) {
  if (bulk_modulus(m) > 0) return strain_energy(m, s);
  const double p = -(s(0, 0) + s(1, 1) + s(2, 2)) / 3;
  for (int a = 0; a < 3; ++a) s(a, a) += p;
  return strain_energy(Isotropic<double>{1 - 2 * m.mu / 3, m.mu}, s);
}

}  // namespace unda::physics
