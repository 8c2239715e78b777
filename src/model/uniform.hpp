// One medium everywhere.
// Made by make_uniform_model(); used by make_model().
#pragma once

#include <memory>

#include "model/model.hpp"

namespace unda::model {

std::shared_ptr<const Model> make_uniform_model(const scenario::Scenario& scenario);
/// Properties that have been checked already.
std::shared_ptr<const Model> make_uniform_model(const Properties& properties,
                                                std::shared_ptr<const physics::Anisotropy> anisotropy = nullptr);

}  // namespace unda::model
