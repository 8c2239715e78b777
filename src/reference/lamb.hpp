// Lamb's problem: a vertical point force on the surface of a half-space, the vertical motion of that surface.
// Pekeris (1955), for a Poisson solid (vp = sqrt(3) vs). No other Poisson ratio is served.
#pragma once

#include "reference/medium.hpp"
#include "reference/pulse.hpp"

namespace unda::reference {

/// Displacement along a unit step force, in units of F/(mu r), over tau = vs t/r; G2 = (3 + sqrt 3)/4:
///   0 before tau = 1/sqrt 3 (P);
///   (1/32 pi) {6 - sqrt(3/(tau^2 - 1/4)) - sqrt((3 sqrt 3 + 5)/(G2 - tau^2))
///              + sqrt((3 sqrt 3 - 5)/(tau^2 + sqrt 3/4 - 3/4))} up to tau = 1 (S);
///   (1/16 pi) {6 - sqrt((3 sqrt 3 + 5)/(G2 - tau^2))} up to tau = sqrt G2 (Rayleigh), singular there;
///   3/(8 pi) after, which is Boussinesq's static (1 - nu)/(2 pi).
double lamb_step_response(double tau);

/// Displacement (m) and velocity (m/s) along the force F s(t), F in N, at `distance` (m) on the surface.
double lamb_displacement(const Medium& solid, double force, const Pulse& pulse, double distance, double t);
double lamb_velocity(const Medium& solid, double force, const Pulse& pulse, double distance, double t);

}  // namespace unda::reference
