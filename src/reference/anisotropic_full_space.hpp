// Point force and moment tensor in a homogeneous anisotropic full space: particle velocity, by the integral over plane waves of
// Wang and Achenbach (1995). With Gamma_ik = C_ijkl n_j n_l and its waves, Gamma p = rho c^2 p, a force F s(t) and a moment rate
// M s(t) at the origin move the place x by
//
//   v_i = Gs_ij F_j s'(t) - 1/(16 pi^2 rho) int_{|n|=1} sum_m p_i p_j c^-3 F_j s''(t - |n.x|/c) dn
//   v_i = -M_jk [d_k Gs_ij s(t) + 1/(16 pi^2 rho) int_{|n|=1} sum_m p_i p_j n_k sgn(n.x) c^-4 s''(t - |n.x|/c) dn]
//
// with the static Gs_ij = 1/(8 pi^2 |x|) int_{n perpendicular to x} (Gamma^-1)_ij dphi.
#pragma once

#include <vector>

#include "physics/anisotropy.hpp"
#include "reference/full_space.hpp"
#include "reference/pulse.hpp"

namespace unda::reference {

/// Of one receiver: the plane waves that make the field there, found once for all times.
class AnisotropicFullSpace {
 public:
  /// `offset` = receiver - source, m; the pulses to come have nothing above `highest_frequency`, Hz. `density`: times as many plane
  /// waves as are needed.
  AnisotropicFullSpace(const physics::Moduli& moduli, double rho, const Vector& offset, double highest_frequency,
                       double density = 1);

  /// Velocity (m/s) of the force F s(t), N, and of the moment rate M s(t), N m/s.
  Vector force_velocity(const Vector& force, const Pulse& pulse, double t) const;
  Vector moment_velocity(const Moment& moment, const Pulse& pulse, double t) const;
  std::size_t n_waves() const { return waves_.size(); }

 private:
  struct Wave {
    Vector normal, polarization;
    double delay = 0, weight = 0, slowness = 0;  ///< weight: that of the direction times c^-3 / (16 pi^2 rho)
  };
  /// s'' by differences of s'.
  double second_rate(const Pulse& pulse, double t) const;
  template <class Amount>
  Vector dynamic_part(const Pulse& pulse, double t, Amount amount) const;

  std::vector<Wave> waves_;
  double step_ = 0;                               ///< of the differences, s
  physics::Symmetric<3, double> still_{};         ///< Gs
  physics::Symmetric<3, double> still_slope_[3];  ///< d_k Gs
};

}  // namespace unda::reference
