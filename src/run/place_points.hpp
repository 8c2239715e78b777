// Sources and receivers below a surface that is not flat: z of those given by depth, and what stands above flat facets.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"
#include "parallel/communicator.hpp"
#include "scenario/scenario.hpp"

namespace unda::run {

/// Sets z of all that is given by its depth, which counts straight down from the top of the mesh that the scenario's method
/// computes on. What is given by z and lies above flat facets, but not above the topography, is moved straight down onto
/// them, by at most a quarter of a facet's edge; `warnings` tell how many and how far. Throws InputError for what lies above
/// the surface or below the bottom.
void place_points(scenario::Scenario& scenario, const model::Model& model, const parallel::Communicator& communicator,
                  std::vector<std::string>& warnings);

/// Where a source acts and a receiver records, once they are placed.
Vector place_of(const scenario::SourceSpec& source);
Vector place_of(const scenario::ReceiverSpec& group, std::size_t receiver);

}  // namespace unda::run
