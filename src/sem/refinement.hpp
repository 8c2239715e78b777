// How fine elements mesh.max_frequency asks for: what the dispersion of waves needs, and more where the expected misfit of layered
// models would be too large, by explosions in soft ground or by S waves at a high vp/vs.
#pragma once

#include "mesh/levels.hpp"

namespace unda::sem {

/// The domain divided as the scenario asks.
mesh::Levels chosen_levels(const scenario::Scenario& scenario, const model::Model& model);

}  // namespace unda::sem
