// The largest eigenvalue of fluids and solids that push each other, which bounds their common time step.
#pragma once

#include "sem/coupling.hpp"
#include "sem/unstructured/mesh_coupling.hpp"

namespace unda::sem {

/// Of the operator A of coupling.hpp, by Lanczos' iteration in the inner product of diag(K_f, M_s). Collective.
/// Parts of a box, or of any mesh.
template <class Real>
double coupled_eigenvalue(const std::vector<const Region<Real>*>& parts, const std::vector<Coupling<Real>>& couplings,
                          const parallel::Communicator& communicator);
template <class Real>
double coupled_eigenvalue(const std::vector<const MeshRegion<Real>*>& parts,
                          const std::vector<MeshCoupling<Real>>& couplings, const parallel::Communicator& communicator);

}  // namespace unda::sem
