// The methods this program has: one table, in which a method is one line.
#pragma once

#include <memory>

#include "method/propagator.hpp"
#include "method/surface_height.hpp"

namespace unda::run {

/// Throws InputError where the method is not part of this program.
std::unique_ptr<method::Propagator> make_propagator(const scenario::Scenario& scenario,
                                                    std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& communicator);

/// The top of the mesh of the scenario's method; nothing for methods with flat tops alone.
method::SurfaceHeight surface_of(const scenario::Scenario& scenario, const model::Model& model,
                                 const parallel::Communicator& communicator);

/// "fd", or "fd, sem", ...
std::string available_methods();

}  // namespace unda::run
