// Plane waves at a flat interface: reflection and transmission from impedances.
// The wave comes from the first medium.
#pragma once

#include <complex>

#include "reference/medium.hpp"

namespace unda::reference {

/// Pressure reflected from a solid over that incident from the fluid, at `angle` (radians) from the normal:
///   Z = rho_f c/cos th, Zp = rho_s vp/cos th_p, Zs = rho_s vs/cos th_s (Snell), R = (D - 2Z)/D,
///   D = Zp cos^2 2th_s + Zs sin^2 2th_s + Z.
/// Complex beyond a critical angle: cos = i sqrt(sin^2 - 1), for fields that vary as exp(-i omega t).
std::complex<double> fluid_solid_reflection(const Medium& fluid, const Medium& solid, double angle);

/// Amplitudes over that of the incident wave, velocity counted along a fixed axis and stress as sigma_nn =
/// -p.
struct NormalIncidence {
  double velocity_reflected;    ///< (Z1 - Z2)/(Z1 + Z2)
  double velocity_transmitted;  ///< 2 Z1/(Z1 + Z2)
  double stress_reflected;      ///< (Z2 - Z1)/(Z1 + Z2)
  double stress_transmitted;    ///< 2 Z2/(Z1 + Z2)
};

/// P waves at normal incidence, Z = rho vp; fluids and solids alike. For S waves pass vs as vp.
NormalIncidence normal_incidence(const Medium& first, const Medium& second);

}  // namespace unda::reference
