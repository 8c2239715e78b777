// What mechanisms of a fluid do at a point, on the host and on devices (exec/run.hpp). fluid_relaxation.hpp has the equations.
#pragma once

#include "sem/kernels/relaxation.hpp"

namespace unda::sem {

template <class Real>
struct RelaxPotential {
  int n_mechanisms;
  std::array<MechanismStep<Real>, numerics::most_mechanisms> step;
  std::size_t n_places;
  const Real* defect;  ///< [mechanism][place], and so the memory
  Real *memory, *force;

  constexpr void operator()(std::size_t p) const {
    const Real unrelaxed = force[p];
    Real sum = unrelaxed;
    for (int l = 0; l < n_mechanisms; ++l) {
      const std::size_t at = static_cast<std::size_t>(l) * n_places + p;
      Real kept = memory[at];
      sum -= relaxed_part(step[static_cast<std::size_t>(l)], defect[at] * unrelaxed, kept);
      memory[at] = kept;
    }
    force[p] = sum;
  }
};

}  // namespace unda::sem
