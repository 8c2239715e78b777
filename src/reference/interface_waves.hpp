// Waves guided by a surface: Rayleigh (solid below vacuum) and Scholte (solid below a fluid).
// Speeds are the inverse of the slownesses given here.
#pragma once

#include "reference/medium.hpp"

namespace unda::reference {

/// Horizontal slowness p (s/m) of the Scholte wave, the root above 1/vs and 1/c of
///   (2p^2 - vs^-2)^2 - 4 p^2 sqrt(p^2 - vp^-2) sqrt(p^2 - vs^-2)
///     + (rho_f/rho_s) vs^-4 sqrt(p^2 - vp^-2)/sqrt(p^2 - c^-2) = 0.
double scholte_slowness(const Medium& fluid, const Medium& solid);

/// The same without the fluid: (2p^2 - vs^-2)^2 - 4 p^2 sqrt(p^2 - vp^-2) sqrt(p^2 - vs^-2) = 0.
double rayleigh_slowness(const Medium& solid);

}  // namespace unda::reference
