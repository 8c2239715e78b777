// The door of the finite-difference method: a propagator for a scenario.
#pragma once

#include <memory>

#include "method/propagator.hpp"

namespace unda::fd {

/// Throws InputError for what finite differences cannot honour, naming the methods that can.
std::unique_ptr<method::Propagator> make_propagator(const scenario::Scenario& scenario,
                                                    std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& ranks);

/// Grid points per shortest wavelength that keep waves within 2 % over 20 wavelengths at this order.
double points_per_wavelength(int order);

}  // namespace unda::fd
