// The largest eigenvalue of stiffness over mass, which bounds the time step.
#pragma once

#include <functional>

#include "exec/buffer.hpp"
#include "parallel/communicator.hpp"
#include "sem/mesh.hpp"

namespace unda::sem {

/// By Lanczos' iteration from a start that depends on the points alone, until it does not change any more. `apply` makes
/// f -= K u for all ranks, f zero before; places with inverse_mass = 0 are held. Collective.
/// `points`: a Mesh, or Elements of any mesh.
template <class Real, class Points>
double largest_eigenvalue(const Points& points, int n_components, const Real* inverse_mass,
                          const parallel::Communicator& communicator,
                          const std::function<void(const Real* u, Real* f)>& apply);

}  // namespace unda::sem
