// Point force and moment tensor in a homogeneous elastic full space: particle velocity and pressure.
// Aki and Richards (2002), eqs. 4.23 and 4.29; z up, SI units.
#pragma once

#include <array>

#include "base/vector.hpp"
#include "reference/medium.hpp"
#include "reference/pulse.hpp"

namespace unda::reference {

/// xx yy zz xy xz yz, N m.
using Moment = std::array<double, 6>;

/// Velocity (m/s) at `offset` = receiver - source for the moment rate M s(t). With g = offset/r:
///   4 pi rho v = A^N/r^4 int_{r/vp}^{r/vs} u s(t-u) du + A^IP/(vp^2 r^2) s(t-r/vp) + A^IS/(vs^2 r^2)
///   s(t-r/vs)
///                + A^FP/(vp^3 r) s'(t-r/vp) + A^FS/(vs^3 r) s'(t-r/vs)
///   A^N = 15 g (gMg) - 3 g tr M - 6 Mg, A^IP = 6 g (gMg) - g tr M - 2 Mg, A^IS = -(6 g (gMg) - g tr M - 3
///   Mg), A^FP = g (gMg), A^FS = -(g (gMg) - Mg).
Vector moment_velocity(const Medium& solid, const Moment& moment, const Pulse& pulse, const Vector& offset, double t);

/// Velocity (m/s) for the force F s(t), F in N:
///   4 pi rho v = (3 g (gF) - F)/r^3 int_{r/vp}^{r/vs} u s'(t-u) du + g (gF) s'(t-r/vp)/(vp^2 r)
///                - (g (gF) - F) s'(t-r/vs)/(vs^2 r).
Vector force_velocity(const Medium& solid, const Vector& force, const Pulse& pulse, const Vector& offset, double t);

/// Pressure (Pa) -(sxx + syy + szz)/3 = -K div u, K = rho (vp^2 - 4/3 vs^2). Only P waves change the volume:
///   moment: (K/(4 pi rho vp^2)) M_jk d_j d_k [S(t - r/vp)/r], force: -(K/(4 pi rho vp^2)) F_j d_j [s(t -
///   r/vp)/r].
double moment_pressure(const Medium& solid, const Moment& moment, const Pulse& pulse, const Vector& offset, double t);
double force_pressure(const Medium& solid, const Vector& force, const Pulse& pulse, const Vector& offset, double t);

/// K/(rho vp^2) = 1 - 4 vs^2/(3 vp^2): an explosion's pressure in a solid over that in a fluid of sound speed
/// vp (in 2-D plane strain too).
double explosion_pressure_factor(const Medium& solid);

}  // namespace unda::reference
