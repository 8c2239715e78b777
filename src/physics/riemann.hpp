// The Riemann problem of elastic waves on a face: traction and velocity after the waves of both sides have met, from the impedances
// alone: of P and S waves, or in anisotropic solids of the matrix that the waves across the face make. Pure functions of small values,
// for numbers, packs of numbers and devices.
#pragma once

#include "physics/symmetric.hpp"

namespace unda::physics {

/// rho vp and rho vs, kg/(m^2 s).
template <class T>
struct Impedance {
  T p, s;
};

template <class T>
struct FaceState {
  T traction[3], velocity[3];
};

/// Beyond a face: the impedances there, and 1 over the sums of those of both sides (0: nothing moves).
template <class T>
struct Beyond {
  Impedance<T> impedance, softness;
};

constexpr Beyond<double> beyond_interface(const Impedance<double>& own, const Impedance<double>& other) {
  const double p = own.p + other.p, s = own.s + other.s;
  return {other, {1 / p, s == 0 ? 0 : 1 / s}};  // no shear on either side: nothing follows from what slides
}
/// Conditions are media beyond the face in which nothing moves: none behind a free face, the same behind an absorbing one, one that
/// does not yield behind a rigid one.
constexpr Beyond<double> beyond_free_face(const Impedance<double>& own) { return beyond_interface(own, {0, 0}); }
constexpr Beyond<double> beyond_absorbing_face(const Impedance<double>& own) { return beyond_interface(own, own); }
constexpr Beyond<double> beyond_rigid_face() { return {{0, 0}, {0, 0}}; }

/// The Godunov state. `other` carries the traction with its own outward normal, the opposite of n. Along the normal
///   v* = (t+ - t- + Z+ v+ + Z- v-) / (Z+ + Z-),  t* = t- + Z- (v* - v-),  Z = rho vp,
/// and likewise along the face with Z = rho vs.
template <class T>
[[gnu::always_inline]] constexpr FaceState<T> star_state(const FaceState<T>& own, const FaceState<T>& other, const T* n,
                                                         const Impedance<T>& z, const Beyond<T>& beyond) {
  auto along = [n](const T* x) { return x[0] * n[0] + x[1] * n[1] + x[2] * n[2]; };
  const T t_own = along(own.traction), v_own = along(own.velocity), t_other = along(other.traction),
          v_other = along(other.velocity);
  const T v_star = beyond.softness.p * (beyond.impedance.p * v_other + z.p * v_own - t_other - t_own);
  const T t_star = t_own + z.p * (v_star - v_own);
  FaceState<T> star;
  for (int i = 0; i < 3; ++i) {
    const T t_minus = own.traction[i] - t_own * n[i], v_minus = own.velocity[i] - v_own * n[i];
    const T t_plus = other.traction[i] - t_other * n[i], v_plus = other.velocity[i] - v_other * n[i];
    const T v = beyond.softness.s * (beyond.impedance.s * v_plus + z.s * v_minus - t_plus - t_minus);
    star.velocity[i] = v + v_star * n[i];
    star.traction[i] = t_minus + z.s * (v - v_minus) + t_star * n[i];
  }
  return star;
}

/// Anisotropic: Z = sum over the waves across the face of rho c p p^T; beyond it that of the other side, and the inverse of their sum.
template <class T>
struct MatrixFace {
  Symmetric<3, T> own, other, softness;
};

template <class T>
[[gnu::always_inline]] constexpr T row_times(const Symmetric<3, T>& m, int i, const T* x) {
  return m(i, 0) * x[0] + m(i, 1) * x[1] + m(i, 2) * x[2];
}

/// v* = (Z+ + Z-)^-1 (Z+ v+ + Z- v- - t+ - t-), t* = t- + Z- (v* - v-), the tractions with the outward normals of their sides.
template <class T>
[[gnu::always_inline]] constexpr FaceState<T> star_state(const FaceState<T>& own, const FaceState<T>& other,
                                                         const MatrixFace<T>& z) {
  T push[3], change[3];
  for (int i = 0; i < 3; ++i)
    push[i] =
        row_times(z.other, i, other.velocity) + row_times(z.own, i, own.velocity) - other.traction[i] - own.traction[i];
  FaceState<T> star;
  for (int i = 0; i < 3; ++i) {
    star.velocity[i] = row_times(z.softness, i, push);
    change[i] = star.velocity[i] - own.velocity[i];
  }
  for (int i = 0; i < 3; ++i) star.traction[i] = own.traction[i] + row_times(z.own, i, change);
  return star;
}

}  // namespace unda::physics
