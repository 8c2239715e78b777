// The door of the discontinuous Galerkin method: a propagator for a scenario.
#pragma once

#include <memory>

#include "method/propagator.hpp"

namespace unda::dg {

/// Throws InputError for what the method cannot honour, naming the methods that can.
std::unique_ptr<method::Propagator> make_propagator(const scenario::Scenario& scenario,
                                                    std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& ranks);

}  // namespace unda::dg
