// The methods this program has: one table, in which a method is one line.
#pragma once

#include <memory>

#include "method/propagator.hpp"

namespace unda::run {

/// Throws InputError where the method is not part of this program.
std::unique_ptr<method::Propagator> make_propagator(const scenario::Scenario& scenario,
                                                    std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& communicator);

/// "fd", or "fd, sem", ...
std::string available_methods();

}  // namespace unda::run
