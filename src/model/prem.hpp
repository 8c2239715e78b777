// The Preliminary Reference Earth Model: Dziewonski and Anderson (1981), Phys. Earth Planet. Inter. 25, 297-356, table I, at 1 s.
// Without the ocean: the upper crust goes on to the surface.
#pragma once

#include <array>
#include <span>

namespace unda::model {

/// In x = radius/6371 km: sum_n a_n x^n.
using RadialPolynomial = std::array<double, 4>;

/// Transversely isotropic, about the vertical: speeds in km/s, P and S that go along it (v) and across it (h), and eta.
struct RadialAnisotropy {
  RadialPolynomial vpv, vph, vsv, vsh, eta;
};

/// Speeds in km/s, density in g/cm^3. Quality factors of the shear and the bulk modulus; 0: infinite.
struct RadialShell {
  double bottom = 0, top = 0;  ///< radii, km
  RadialPolynomial rho{}, vp{}, vs{};
  double q_mu = 0, q_kappa = 0;
  const RadialAnisotropy* anisotropy = nullptr;
};

/// From the top down.
std::span<const RadialShell> prem();

}  // namespace unda::model
