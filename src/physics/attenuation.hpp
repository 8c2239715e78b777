// Attenuation by quality factors that do not depend on frequency, and the dispersion that goes with it.
#pragma once

#include <cmath>
#include <complex>
#include <numbers>

namespace unda::physics {

/// Of P and of S waves; 0: no attenuation.
struct Quality {
  double p = 0, s = 0;

  bool attenuates() const { return p > 0 || s > 0; }
};

/// The factor of a velocity in a medium of quality factor Q (0: none), with d = atan(1/Q) and omega = s/i:
///   c/v0 = [1 + ln(omega/omega0)/(pi Q)] cos(d/2) exp(i d/2).
/// Re M/Im M = Q at every frequency for the modulus M = rho c^2, and v0 is the phase velocity at f0.
inline std::complex<double> velocity_factor(double quality, double reference_frequency, std::complex<double> s) {
  using std::numbers::pi;
  if (quality <= 0) return 1;
  const std::complex<double> omega = s / std::complex<double>(0, 1);
  const double half = std::atan(1 / quality) / 2;
  const std::complex<double> dispersion = 1.0 + std::log(omega / (2 * pi * reference_frequency)) / (pi * quality);
  return dispersion * std::cos(half) * std::polar(1.0, half);
}

}  // namespace unda::physics
