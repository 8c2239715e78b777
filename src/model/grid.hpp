// The model from samples in files: reads, checks and arranges them.
// Made by make_grid_model(); used by make_model().
#pragma once

#include <memory>

#include "model/model.hpp"

namespace unda::model {

std::shared_ptr<const Model> make_grid_model(const scenario::Scenario& scenario);

}  // namespace unda::model
