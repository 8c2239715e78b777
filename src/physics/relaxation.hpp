// Attenuation by relaxation mechanisms: Maxwell bodies beside a spring. The stress is
//   sigma = sigma_R + sum_l s_l,   dsigma_R/dt = C_R : de/dt,   ds_l/dt = dC_l : de/dt - w_l s_l,
// with the unrelaxed moduli C = C_R + sum_l dC_l at high frequencies and the relaxed C_R at low ones. All moduli of a medium share the
// rates w_l, so that a mechanism has as many memory variables as there are stresses, and dC_l is an isotropic law of its own: P
// waves have the defects of rho vp^2, S waves those of mu. Equivalent forms:
//   dsigma/dt = C : de/dt - sum_l w_l s_l                     in terms of strain rates;
//   sigma = C : e - sum_l r_l,   dr_l/dt = w_l (dC_l : e - r_l),   s_l = dC_l : e - r_l     in terms of strains.
// The energy sigma_R C_R^-1 sigma_R/2 + sum_l s_l dC_l^-1 s_l/2 falls at the rate sum_l w_l s_l dC_l^-1 s_l.
#pragma once

#include "exec/arithmetic.hpp"
#include "physics/isotropic.hpp"

namespace unda::physics {

/// The moduli of one mechanism: parts of the unrelaxed moduli of P and of S waves.
template <class T>
constexpr Isotropic<T> relaxing_moduli(const Isotropic<T>& unrelaxed, const T& part_p, const T& part_s) {
  return isotropic_by_p_modulus(part_p * p_modulus(unrelaxed), part_s * unrelaxed.mu);
}

/// A step of ds/dt = g - w s by the trapezoidal rule: s changes by decay s + gain (dt g). It is stable for any w dt, and with it
/// leapfrog keeps the largest step that it has with the unrelaxed moduli: the energy above with v^{n+1/2} v^{n-1/2} falls.
/// At the frequency omega leapfrog with it answers as the equations do at Omega = (2/dt) sin(omega dt/2), but with the rate
/// w cos(omega dt/2): the memories see frequencies that are higher by 1/cos(omega dt/2).
struct RelaxationStep {
  double decay = 0, gain = 1;
};
constexpr RelaxationStep relaxation_step(double rate, double dt) {
  const double half = 0.5 * rate * dt;
  return {-2 * half / (1 + half), 1 / (1 + half)};
}

}  // namespace unda::physics
