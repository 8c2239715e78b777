// Garvin's problem: a buried line explosion in a half-space (2-D, plane strain), the motion of the free
// surface. Garvin (1956), by Cagniard's method; x along the surface, z up.
#pragma once

#include "base/vector.hpp"
#include "reference/medium.hpp"
#include "reference/pulse.hpp"

namespace unda::reference {

/// Velocity (m/s) and displacement (m) at the surface for the moment rate M0 s(t) (N m per metre) at `depth`
/// > 0 below the point x = 0 of the surface; `x` is the receiver's. Step response for M0 H(t), with r^2 = x^2
/// + h^2, s = x/r, c = h/r, a = vs/vp, tau = vs t/r > a, q = c sqrt(tau^2 - a^2) + i s tau, R = (1+2q^2)^2 -
/// 4 q^2 sqrt(q^2+1) sqrt(q^2+a^2):
///   u_x = (M0/(rho vp^2)) (2/(pi r)) Im[q sqrt(q^2+1) q'/R], u_z = (M0/(rho vp^2)) (1/(pi r)) Re[(1 + 2 q^2)
///   q'/R].
Vector garvin_velocity(const Medium& solid, double moment, const Pulse& pulse, double depth, double x, double t);
Vector garvin_displacement(const Medium& solid, double moment, const Pulse& pulse, double depth, double x, double t);

}  // namespace unda::reference
