// Horizontal layers: the properties depend on z alone.
// Made by make_layered_model(); used by make_model().
#pragma once

#include <memory>

#include "model/model.hpp"

namespace unda::model {

std::shared_ptr<const Model> make_layered_model(const scenario::Scenario& scenario);

}  // namespace unda::model
