// Hooke's law of isotropic media, sigma = lambda tr(e) I + 2 mu e, in 2-D (plane strain) and 3-D. With mu = 0 it is that of a
// fluid, sigma = -p I.
#pragma once

#include "exec/arithmetic.hpp"
#include "physics/symmetric.hpp"

namespace unda::physics {

/// Pa; T is a number or a pack of numbers. The moduli may carry a factor, such as a volume: stresses then carry it too.
template <class T>
struct Isotropic {
  T lambda, mu;
};

/// By the modulus of P waves, rho vp^2.
template <class T>
constexpr Isotropic<T> isotropic_by_p_modulus(const T& p_modulus, const T& mu) {
  return {p_modulus - (mu + mu), mu};
}

template <class T>
[[gnu::always_inline]] constexpr T p_modulus(const Isotropic<T>& m) {
  return m.lambda + (m.mu + m.mu);
}
template <class T>
[[gnu::always_inline]] constexpr T bulk_modulus(const Isotropic<T>& m) {
  return m.lambda + (m.mu + m.mu) / 3;
}

template <int Dim, class T>
[[gnu::always_inline]] constexpr Symmetric<Dim, T> stress(const Isotropic<T>& m, const Strain<Dim, T>& e) {
  T trace = e(0, 0);
  for (int a = 1; a < Dim; ++a) trace += e(a, a);
  const T of_volume = m.lambda * trace, twice_mu = m.mu + m.mu;
  Symmetric<Dim, T> s;
  for (int a = 0; a < Dim; ++a) {
    s(a, a) = exec::multiply_add(twice_mu, e(a, a), of_volume);
    for (int b = a + 1; b < Dim; ++b) s(a, b) = m.mu * e(a, b);
  }
  return s;
}

/// -(sigma_xx + sigma_yy + sigma_zz) / 3, also in plane strain, where e_yy = 0 and sigma_yy is not.
template <int Dim, class T>
constexpr T pressure(const Isotropic<T>& m, const Strain<Dim, T>& e) {
  T trace = e(0, 0);
  for (int a = 1; a < Dim; ++a) trace += e(a, a);
  return -bulk_modulus(m) * trace;
}

/// The energy that a stress stands for, J/m^3: p^2 / (2 kappa) and, in solids, the squares of its deviator over 4 mu.
constexpr double strain_energy(const Isotropic<double>& m, const Symmetric<3, double>& s) {
  const double p = -(s(0, 0) + s(1, 1) + s(2, 2)) / 3;
  double deviator = 0;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      const double part = s(a, b) + (a == b ? p : 0);
      deviator += part * part;
    }
  return 0.5 * p * p / bulk_modulus(m) + (m.mu > 0 ? 0.25 * deviator / m.mu : 0);
}

/// A plane wave of unit particle velocity along d that goes along n (both unit vectors) with the speed c:
/// dsigma/dt = C : grad v gives sigma = -(1/c) C : (n d).
template <int Dim>
constexpr Symmetric<Dim, double> plane_wave_stress(const Isotropic<double>& m, const double* n, const double* d,
                                                   double c) {
  Symmetric<Dim, double> s = stress(m, strain_along<Dim>(n, d));
  for (double& component : s.of) component *= -1 / c;
  return s;
}

}  // namespace unda::physics
