// The Godunov state on a face: traction and velocity after the waves of both sides have met, from the impedances alone. A pure
// function of small values, for numbers and for packs of numbers.
#pragma once

#include "dg/medium.hpp"

namespace unda::dg {

template <class T>
struct FaceState {
  T traction[3], velocity[3];
};

/// `other` carries the traction with its own outward normal, the opposite of ours. Along the normal
///   v* = (t+ - t- + Z+ v+ + Z- v-) / (Z+ + Z-),  t* = t- + Z- (v* - v-),  Z = rho vp,
/// and likewise along the face with Z = rho vs.
template <class T>
[[gnu::always_inline]] inline FaceState<T> star_state(const FaceState<T>& own, const FaceState<T>& other,
                                                      const ElementMedium<T>& medium, const FaceMedium<T>& face) {
  const T* n = face.normal;
  auto along = [n](const T* x) { return x[0] * n[0] + x[1] * n[1] + x[2] * n[2]; };
  const T t_own = along(own.traction), v_own = along(own.velocity), t_other = along(other.traction),
          v_other = along(other.velocity);
  const T v_star = face.p_softness * (face.p_beyond * v_other + medium.p_impedance * v_own - t_other - t_own);
  const T t_star = t_own + medium.p_impedance * (v_star - v_own);
  FaceState<T> star;
  for (int i = 0; i < 3; ++i) {
    const T t_minus = own.traction[i] - t_own * n[i], v_minus = own.velocity[i] - v_own * n[i];
    const T t_plus = other.traction[i] - t_other * n[i], v_plus = other.velocity[i] - v_other * n[i];
    const T v = face.s_softness * (face.s_beyond * v_plus + medium.s_impedance * v_minus - t_plus - t_minus);
    star.velocity[i] = v + v_star * n[i];
    star.traction[i] = t_minus + medium.s_impedance * (v - v_minus) + t_star * n[i];
  }
  return star;
}

}  // namespace unda::dg
