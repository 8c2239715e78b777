// The door of the finite-difference method: a propagator for a scenario.
#pragma once

#include <memory>

#include "method/propagator.hpp"

namespace unda::fd {

/// Throws InputError for what finite differences cannot honour, naming the methods that can.
std::unique_ptr<method::Propagator> make_propagator(const scenario::Scenario& scenario,
                                                    std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& ranks);

}  // namespace unda::fd
