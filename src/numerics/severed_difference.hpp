// Staggered differences of high order along a line that is severed between some of its points, where a field jumps. With delta the
// difference of two neighbours, the derivative of a velocity and the one of a stress are
//
//   D = delta P,   -D^T = P delta,   P = 1 + sum_l b_l (delta^l)^T A_l delta^l,   l = 1 ... radius - 1
//
// where P acts on the velocity's points, b_l are the coefficients of 2 asinh(delta/2) and A_l is 1. On a severed line A_l is 0 for the
// groups of l + 1 points that a cut severs. Both derivatives stay adjoint to each other, so that energy is conserved, P lies between 1 and
// the one of the plain stencil, so that the largest stable step is not smaller, and constants keep the derivative zero.
#pragma once

#include <span>
#include <vector>

namespace unda::numerics {

/// What the cuts change of the derivative of a velocity, as weights of the 2 radius points that its plain stencil reads: severed[n] tells of a
/// cut between points n and n + 1. Empty where nothing changes.
std::vector<double> severed_velocity_change(int radius, std::span<const char> severed);

/// Likewise of the derivative of a stress at a velocity's point: severed[n] tells of the velocity's points n and n + 1, of 2 radius - 1 such points
/// between the 2 radius points that are read.
std::vector<double> severed_stress_change(int radius, std::span<const char> severed);

/// The weights of P on a line without cuts, at 2 radius - 1 points.
std::vector<double> smoothing_factor(int radius);

}  // namespace unda::numerics
