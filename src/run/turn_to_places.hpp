// What receivers of a chunk of the earth record, along east, north and up of the place where each stands.
#pragma once

#include "output/traces.hpp"
#include "scenario/scenario.hpp"

namespace unda::run {

/// Vectors and stresses of a group that are along the axes of the chunk's frame. Nothing where the domain is a box.
void turn_to_places(const scenario::Scenario& scenario, const std::vector<Vector>& positions,
                    scenario::Quantity quantity, output::TraceArray& array);

}  // namespace unda::run
