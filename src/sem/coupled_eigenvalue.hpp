// The largest eigenvalue of fluids and solids that push each other, which bounds their common time step.
#pragma once

#include "sem/coupling.hpp"

namespace unda::sem {

/// Of the operator A of coupling.hpp, by Lanczos' iteration in the inner product of diag(K_f, M_s). Collective.
template <class Real>
double coupled_eigenvalue(const std::vector<Region<Real>>& parts, const std::vector<Coupling<Real>>& couplings,
                          const parallel::Communicator& communicator);

}  // namespace unda::sem
