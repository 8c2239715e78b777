// Spectral elements: choosing physics, mesh and precision for a scenario.
#pragma once

#include <memory>

#include "method/propagator.hpp"

namespace unda::sem {

/// Throws InputError for what the method cannot do.
std::unique_ptr<method::Propagator> make_propagator(const scenario::Scenario& scenario,
                                                    std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& ranks);

}  // namespace unda::sem
