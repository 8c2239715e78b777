// Laws of the elements as their kernels take them, and the slant of elements whose height varies; for numbers, packs and devices.
//
// In an element whose height varies, x and y stretch evenly and z = z(xi, eta, zeta) is linear in zeta. With t = dz/dzeta,
// which then depends on (xi, eta) alone, and s_a = (dz/dx_a)/t:
//
//   du/dx_a = D_a u - s_a D_zeta u,   du/dz = D_zeta u / t,   volume = t dx dy
#pragma once

#include "exec/arithmetic.hpp"
#include "physics/anisotropic.hpp"
#include "physics/fluid.hpp"
#include "physics/isotropic.hpp"

namespace unda::sem {

/// Acoustic waves: the flux of the potential is the displacement.
struct AcousticStress {
  static constexpr int n_components = 1, n_moduli = 1;
  static constexpr bool relaxes = false;
  /// gradient and stress: [axis][component]
  template <int Dim, class T>
  [[gnu::always_inline]] static constexpr void stress(const T (&g)[Dim][1], const T (&modulus)[1], T (&s)[Dim][1]) {
    for (int a = 0; a < Dim; ++a) s[a][0] = physics::displacement_of_potential(modulus[0], g[a][0]);
  }
};

/// Isotropic elastic waves; in 2-D plane strain. The component of axis a is a.
template <int Dim>
struct ElasticStress {
  static constexpr int n_components = Dim, n_moduli = 2;
  static constexpr bool relaxes = false;
  template <class T>
  [[gnu::always_inline]] static constexpr void stress(const T (&g)[Dim][Dim], const T (&modulus)[2], T (&s)[Dim][Dim]) {
    const physics::Isotropic<T> moduli{modulus[0], modulus[1]};
    const physics::Symmetric<Dim, T> sigma = physics::stress(moduli, physics::strain_of_gradient(g));
    for (int a = 0; a < Dim; ++a)
      for (int b = 0; b < Dim; ++b) s[a][b] = sigma(a, b);
  }
};

/// The same with attenuation: relaxation mechanisms take parts of the stress away (kernels/relaxation.hpp).
template <int Dim>
struct RelaxingStress : ElasticStress<Dim> {
  static constexpr bool relaxes = true, is_general = false;
};

/// Elastic waves with 21 moduli; in 2-D with the six of the plane.
template <int Dim>
struct AnisotropicStress {
  using Moduli = physics::Anisotropic<Dim, double>;
  static constexpr int n_components = Dim, n_moduli = Moduli::size;
  static constexpr bool relaxes = false;
  template <class T>
  [[gnu::always_inline]] static constexpr void stress(const T (&g)[Dim][Dim], const T (&modulus)[n_moduli],
                                                      T (&s)[Dim][Dim]) {
    physics::Anisotropic<Dim, T> moduli;
    for (int m = 0; m < n_moduli; ++m) moduli.of[m] = modulus[m];
    const physics::Symmetric<Dim, T> sigma = physics::stress(moduli, physics::strain_of_gradient(g));
    for (int a = 0; a < Dim; ++a)
      for (int b = 0; b < Dim; ++b) s[a][b] = sigma(a, b);
  }
};

/// The same with attenuation.
template <int Dim>
struct RelaxingAnisotropicStress : AnisotropicStress<Dim> {
  static constexpr bool relaxes = true, is_general = true;
};

/// From the derivatives of the unit element along z (and those per metre along the others) to the gradient, and back.
template <int Dim, int nc, class T>
struct Slant {
  T inverse, slope[Dim - 1];  ///< 1/t and s_a

  [[gnu::always_inline]] constexpr void to_gradient(T (&g)[Dim][nc]) const {
    for (int c = 0; c < nc; ++c) {
      for (int a = 0; a + 1 < Dim; ++a) g[a][c] = exec::multiply_add(-slope[a], g[Dim - 1][c], g[a][c]);
      g[Dim - 1][c] *= inverse;
    }
  }
  [[gnu::always_inline]] constexpr void from_stress(T (&s)[Dim][nc]) const {
    for (int c = 0; c < nc; ++c) {
      s[Dim - 1][c] *= inverse;
      for (int a = 0; a + 1 < Dim; ++a) s[Dim - 1][c] = exec::multiply_add(-slope[a], s[a][c], s[Dim - 1][c]);
    }
  }
};

/// Of elements of any shape: d xi_b/d x_a.
template <int Dim, int nc, class T>
struct Metric {
  T inverse[Dim][Dim];

  [[gnu::always_inline]] constexpr void to_gradient(T (&g)[Dim][nc]) const {
    for (int c = 0; c < nc; ++c) {
      T along[Dim];
      for (int a = 0; a < Dim; ++a) {
        along[a] = inverse[0][a] * g[0][c];
        for (int b = 1; b < Dim; ++b) along[a] = exec::multiply_add(inverse[b][a], g[b][c], along[a]);
      }
      for (int a = 0; a < Dim; ++a) g[a][c] = along[a];
    }
  }
  [[gnu::always_inline]] constexpr void from_stress(T (&s)[Dim][nc]) const {
    for (int c = 0; c < nc; ++c) {
      T through[Dim];
      for (int b = 0; b < Dim; ++b) {
        through[b] = inverse[b][0] * s[0][c];
        for (int a = 1; a < Dim; ++a) through[b] = exec::multiply_add(inverse[b][a], s[a][c], through[b]);
      }
      for (int b = 0; b < Dim; ++b) s[b][c] = through[b];
    }
  }
};

}  // namespace unda::sem
