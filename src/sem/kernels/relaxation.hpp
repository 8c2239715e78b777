// Attenuation in the kernels of elements: what the relaxation mechanisms (physics/relaxation.hpp) take away from the stress at a
// point, for numbers, packs and devices. In terms of strains, centred in time:
//
//   sigma = C : e - sum_l (now_l S_l + M_l),   S_l = dC_l : e,   M_l <- keep_l M_l + gain_l S_l
//
// C has the unrelaxed moduli, and with h = w_l dt/2: now = h/(1 + h), keep = (1 - h)/(1 + h), gain = 2 h/(1 + h)^2. M_l is what the
// trapezoidal rule for dr_l/dt = w_l (dC_l : e - r_l) knows of the step before, so that no strain is kept. Moduli may carry a
// factor, such as a volume: memories then carry it too.
#pragma once

#include <array>
#include <cstddef>

#include "exec/arithmetic.hpp"
#include "numerics/relaxation.hpp"
#include "physics/isotropic.hpp"

namespace unda::sem {

/// Of one mechanism, for a step.
template <class Real>
struct MechanismStep {
  Real now = 0, keep = 0, gain = 0;
};

template <class Real>
constexpr MechanismStep<Real> mechanism_step(double rate, double dt) {
  const double h = 0.5 * rate * dt;
  return {static_cast<Real>(h / (1 + h)), static_cast<Real>((1 - h) / (1 + h)),
          static_cast<Real>(2 * h / ((1 + h) * (1 + h)))};
}

/// The mechanisms of a rank's elements. Moduli lie as those of the elements do; memories as [layer][point][mechanism][stress][element].
template <class Real>
struct RelaxationArrays {
  int n_mechanisms = 0;
  std::array<MechanismStep<Real>, numerics::most_mechanisms> step{};
  std::array<std::array<const Real*, 2>, numerics::most_mechanisms> modulus{};  ///< lambda and mu of dC_l
  Real* memory = nullptr;
  std::ptrdiff_t element_plane = 0, memory_layer = 0;  ///< strides: from one stress to the next, from layer to layer
};

/// One stress of one mechanism: what it takes away now; its memory goes a step on.
template <class Real, class T>
[[gnu::always_inline]] constexpr T relaxed_part(const MechanismStep<Real>& step, const T& s, T& memory) {
  const T part = step.now * s + memory;
  memory = step.keep * memory + step.gain * s;
  return part;
}

}  // namespace unda::sem
