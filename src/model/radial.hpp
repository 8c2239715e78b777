// The earth by radius alone, in spherical shells between which it may change abruptly.
#pragma once

#include "model/model.hpp"

namespace unda::model {

/// PREM, as far down as the chunk of the scenario reaches.
std::shared_ptr<const Model> make_radial_model(const scenario::Scenario& scenario);

}  // namespace unda::model
