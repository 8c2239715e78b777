// Plane waves in a general anisotropic solid: the Christoffel equation.
// rho V^2 and the directions of motion are the eigenvalues and eigenvectors of C_ijkl n_j n_l.
#pragma once

#include <array>
#include <span>

#include "base/vector.hpp"
#include "physics/anisotropy.hpp"

namespace unda::reference {

using physics::PlaneWaves;

/// `moduli`: the 21 constants in Pa, Voigt order 11 22 33 23 13 12, upper triangle by rows; rho in kg/m^3;
/// `direction` is the wave's normal, of any length. Throws InputError for moduli that carry no wave.
PlaneWaves plane_waves(std::span<const double> moduli, double rho, const Vector& direction);

/// 21 constants of an isotropic solid.
std::array<double, 21> isotropic_moduli(double lambda, double mu);

/// 21 constants of a solid with a vertical axis of symmetry (VTI).
std::array<double, 21> vti_moduli(double c11, double c33, double c44, double c66, double c13);

}  // namespace unda::reference
