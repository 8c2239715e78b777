// An explosion in a homogeneous fluid, in 1, 2 and 3 dimensions, without or with a free surface.
// p_tt/c^2 - lap p = (M0/c^2) s'(t) delta(x - xs), rho v_t = -grad p (Aki and Richards 2002, chapter 4).
#pragma once

#include "base/vector.hpp"
#include "reference/medium.hpp"
#include "reference/pulse.hpp"

namespace unda::reference {

/// Pressure (Pa) at `offset` = receiver - source (m; 2-D: x and z, 1-D: x). `moment` is M0 in N m, in 2-D per
/// metre, in 1-D per square metre.
///   3-D: M0/(4 pi c^2 r) s'(t - r/c)
///   2-D: M0/(2 pi c^2) int s'(t - (r/c) cosh th) dth, th from 0
///   1-D: M0/(2 c) s(t - |x|/c)
double explosion_pressure(int dim, const Medium& fluid, double moment, const Pulse& pulse, const Vector& offset,
                          double t);

/// Particle velocity (m/s), along the offset.
///   3-D: M0/(4 pi rho c^2) [s/r^2 + s'/(c r)] at t - r/c
///   2-D: M0/(2 pi rho c^3) int cosh th s'(t - (r/c) cosh th) dth, th from 0
///   1-D: M0/(2 rho c^2) s(t - |x|/c) sign(x)
/// With vs > 0 this is also the velocity of an explosion in a solid (explosion_pressure_factor has its
/// pressure).
Vector explosion_velocity(int dim, const Medium& fluid, double moment, const Pulse& pulse, const Vector& offset,
                          double t);

/// The same in the half-space below a pressure-free surface at z = surface (2-D and 3-D): minus the image
/// source.
double explosion_pressure_below_surface(int dim, const Medium& fluid, double moment, const Pulse& pulse,
                                        const Vector& source, const Vector& receiver, double surface, double t);
Vector explosion_velocity_below_surface(int dim, const Medium& fluid, double moment, const Pulse& pulse,
                                        const Vector& source, const Vector& receiver, double surface, double t);

}  // namespace unda::reference
