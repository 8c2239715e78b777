// Layers whose upper sides are surfaces, or level.
#pragma once

#include <memory>

#include "model/model.hpp"

namespace unda::model {

/// Reads the surfaces. Throws InputError where they leave the domain or cross.
std::shared_ptr<const Model> make_curved_layers(const scenario::Scenario& scenario);

}  // namespace unda::model
