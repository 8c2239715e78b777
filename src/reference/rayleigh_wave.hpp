// A harmonic Rayleigh wave in a uniform solid half-space below a free surface at z = top.
//
// With c the speed, k = omega/c, a = k sqrt(1 - c^2/vp^2), b = k sqrt(1 - c^2/vs^2), g = 1 - c^2/(2 vs^2), depth d = top - z and
// phase q = k s - omega t along the horizontal direction s it travels in:
//
//   u_s = -k [exp(-a d) - g exp(-b d)] sin q,   u_z = a [exp(-a d) - exp(-b d)/g] cos q      (Aki and Richards 2002, section 7.1)
#pragma once

#include <array>

#include "base/vector.hpp"
#include "reference/medium.hpp"

namespace unda::reference {

class RayleighWave {
 public:
  /// `wavenumber`: horizontal, rad/m. `amplitude`: of the vertical velocity at the surface, m/s.
  RayleighWave(const Medium& solid, const Vector& wavenumber, double top, double amplitude);

  double speed() const { return omega_ / k_; }
  Vector displacement(const Vector& x, double t) const;
  Vector velocity(const Vector& x, double t) const;
  /// Derivatives of the displacement: [component][axis].
  std::array<std::array<double, 3>, 3> gradient(const Vector& x, double t) const;

 private:
  /// Of the amplitudes of u_s and u_z, and of their derivatives along z.
  struct Profile {
    double along = 0, up = 0, along_slope = 0, up_slope = 0;
  };
  Profile profile(double z) const;
  double phase(const Vector& x, double t) const;

  double k_ = 0, omega_ = 0, a_ = 0, b_ = 0, g_ = 0, top_ = 0, scale_ = 0;
  Vector direction_{};
};

}  // namespace unda::reference
