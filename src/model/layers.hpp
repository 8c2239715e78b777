// Horizontal layers: the properties depend on z alone.
// Made by make_layered_model(); used by make_model().
#pragma once

#include <memory>
#include <vector>

#include "model/model.hpp"

namespace unda::model {

/// Of the scenario's layers those that the domain meets, from the top down; at least one.
std::vector<scenario::Layer> layers_in_domain(const scenario::Scenario& scenario);

std::shared_ptr<const Model> make_layered_model(const scenario::Scenario& scenario);

}  // namespace unda::model
