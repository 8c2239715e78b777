// How 21 moduli share two quality factors. With six numbers t the part of moduli
//   A(t)_ijkl = -(e_ikm e_jln + e_ilm e_jkn) t_mn      (c44 = t11, c55 = t22, c66 = t33, c12 = -2 t33, c13 = -2 t22, c23 = -2 t11, ...)
// is the one without a totally symmetric part: no wave that is polarized along its own direction feels it. Where waves of P relax by
// the factor p and those of S by s,
//   C -> p C + (s - p) A(t),   t = c44, c55, c66 in the medium's own axes.
// So c11, c22, c33, c12 + 2 c66, c13 + 2 c55 and c23 + 2 c44 go with p, and c44, c55, c66 with s; in isotropic media lambda + 2 mu and mu.
// Waves along axes of symmetry have the quality factors that were asked for. Along n the Christoffel matrix is p Gamma + (s - p) N t N^T
// with N v = n x v, so that no wave grows where s >= p. About a vertical axis the attenuation of P is even over all directions to first
// order in the anisotropy: of the parameters of Zhu and Tsvankin (2006) epsilon_Q = 0, and
// delta_Q = (qp/qs - 1) c55 (c33 - c13 - 2 c55)^2/(c33 (c33 - c55)^2) is of second order.
#pragma once

#include "physics/anisotropic.hpp"

namespace unda::physics {

/// How many of the t a law knows: in 3-D all, xx yy zz xy xz yz; in 2-D, in the plane of x and z, t22 alone.
template <int Dim>
inline constexpr int n_shear_moduli = Dim == 3 ? 6 : 1;

/// A(t) : e. T is a number or a pack of numbers.
template <class T>
[[gnu::always_inline]] constexpr Symmetric<3, T> shear_stress(const T (&t)[6], const Strain<3, T>& e) {
  const T xx = e.of[0] + e.of[0], yy = e.of[1] + e.of[1], zz = e.of[2] + e.of[2];
  const T &xy = e.of[3], &xz = e.of[4], &yz = e.of[5];
  return {{(t[5] + t[5]) * yz - t[2] * yy - t[1] * zz, (t[4] + t[4]) * xz - t[0] * zz - t[2] * xx,
           (t[3] + t[3]) * xy - t[1] * xx - t[0] * yy, t[2] * xy - t[4] * yz - t[5] * xz + t[3] * zz,
           t[1] * xz - t[3] * yz - t[5] * xy + t[4] * yy, t[0] * yz - t[3] * xz - t[4] * xy + t[5] * xx}};
}
template <class T>
[[gnu::always_inline]] constexpr Symmetric<2, T> shear_stress(const T (&t)[1], const Strain<2, T>& e) {
  const T twice = t[0] + t[0];
  return {{-twice * e.of[1], -twice * e.of[0], t[0] * e.of[2]}};
}

/// The moduli A(t).
constexpr Anisotropic<3, double> shear_part(const Symmetric<3, double>& t) {
  Anisotropic<3, double> a{};
  for (int q = 0; q < 6; ++q) {
    Strain<3, double> unit{};
    unit.of[q] = 1;
    const Symmetric<3, double> s = shear_stress(t.of, unit);
    for (int p = 0; p < 6; ++p) a(voigt_of_place<3>(p), voigt_of_place<3>(q)) = s.of[p];
  }
  return a;
}

/// p C + (s - p) A(t).
constexpr Anisotropic<3, double> with_factors(Anisotropic<3, double> c, const Symmetric<3, double>& t, double p,
                                              double s) {
  const Anisotropic<3, double> a = shear_part(t);
  for (int n = 0; n < Anisotropic<3, double>::size; ++n) c.of[n] = p * c.of[n] + (s - p) * a.of[n];
  return c;
}

/// The t of moduli in their own axes: those of shear by themselves.
constexpr Symmetric<3, double> shear_moduli_of(const Anisotropic<3, double>& c) {
  return {{c(3, 3), c(4, 4), c(5, 5), -c(3, 4), -c(3, 5), -c(4, 5)}};
}
constexpr Symmetric<3, double> isotropic_shear_moduli(double mu) { return {{mu, mu, mu, 0, 0, 0}}; }

}  // namespace unda::physics
