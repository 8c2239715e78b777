// Plane waves in one homogeneous medium at a horizontal wavenumber k and a complex frequency s.
// Fields go as exp(i k x + s t); u_x = i X, u_z = W, sigma_xz = i T, sigma_zz = Z, and u_y = i Y, sigma_yz = i R for SH:
//   X' = T/mu - k W          W' = (Z + lambda k X)/(lambda + 2 mu)        Y' = R/mu
//   T' = rho s^2 X - k Sxx   Z' = rho s^2 W + k T                         R' = (rho s^2 + mu k^2) Y
// with Sxx = lambda/(lambda + 2 mu) Z - k X 4 mu (lambda + mu)/(lambda + 2 mu). z is up.
//
// Each wave falls off in one direction: as exp(nu z), sigma = +1, downward, or as exp(-nu z), sigma = -1, upward:
//   P: (X, W, T, Z) = (k, sigma nu_p, 2 mu k sigma nu_p, mu (2 k^2 + q))      nu_p^2 = k^2 + s^2/vp^2
//   S:                (sigma nu_s, k, mu (2 k^2 + q), 2 mu k sigma nu_s)      nu_s^2 = k^2 + q, q = s^2/vs^2
// At large k both become one vector. So the pair in use is S and D = (P - sigma S)/q, whose parts are formed without
// taking differences of nearly equal numbers: also in the static limit the equations stay well conditioned.
#pragma once

#include <array>

#include "reference/layered/earth.hpp"

namespace unda::reference {

using Column = std::array<Complex, 4>;  ///< X, W, T, Z

class SlabWaves {
 public:
  SlabWaves() = default;
  SlabWaves(const ComplexMedium& medium, double k, Complex s);

  /// S and D, or in a fluid the sound wave in the first: `distance` into the direction in which they fall off.
  void columns(int sigma, double distance, Column* out) const;
  /// SH: (Y, R), with Y = 1 at distance 0.
  std::array<Complex, 2> sh_column(int sigma, double distance) const;
  bool fluid() const { return fluid_; }
  /// About the largest stress of a column: what equations of stresses are divided by.
  double stress_scale() const { return fluid_ ? std::abs(inertia_) / kappa_ : std::abs(mu_) * kappa_; }

 private:
  bool fluid_ = false;
  double k_ = 0, kappa_ = 0;  ///< kappa: a wavenumber that scales columns to about one
  Complex nu_p_, nu_s_, mu_, inertia_;
  Complex ratio_;                              ///< kappa^2/q
  Complex difference_;                         ///< nu_p - nu_s
  Complex s_t_, s_x_, d_x_, d_w_, d_t_, d_z_;  ///< parts of S and D that keep their sign
};

/// Sxx + Syy, Sxx - Syy and the pressure of a P-SV field.
struct HorizontalStress {
  Complex sum, difference, pressure;
};
HorizontalStress horizontal_stress(const ComplexMedium& medium, double k, Complex x, Complex z);

}  // namespace unda::reference
