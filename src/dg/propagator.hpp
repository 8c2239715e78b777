// The door of the discontinuous Galerkin method: a propagator for a scenario.
#pragma once

#include <memory>

#include "mesh/tetrahedra.hpp"
#include "method/propagator.hpp"
#include "method/surface_height.hpp"

namespace unda::dg {

/// Throws InputError for what the method cannot honour, naming the methods that can.
std::unique_ptr<method::Propagator> make_propagator(const scenario::Scenario& scenario,
                                                    std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& ranks);

/// On the first rank the elements of the domain that it computes on, without absorbing layers. Collective.
std::shared_ptr<const mesh::Tetrahedra> mesh_of(const scenario::Scenario& scenario, const model::Model& model,
                                                const parallel::Communicator& ranks);

/// The top of that mesh: flat facets; nothing for what the method refuses.
method::SurfaceHeight surface_of(const scenario::Scenario& scenario, const model::Model& model,
                                 const parallel::Communicator& ranks);

}  // namespace unda::dg
