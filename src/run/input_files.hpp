// The files that a run reads beside its scenario, known by their content.
#pragma once

#include <vector>

#include "output/checkpoint.hpp"
#include "scenario/scenario.hpp"

namespace unda::run {

/// Model files and their data, topography, mesh, time functions, sources, stations.
std::vector<output::CheckpointInput> checksums_of_input(const scenario::Scenario& scenario);

/// An empty text, or which file is not what it was.
std::string changed_input(const std::vector<output::CheckpointInput>& there,
                          const std::vector<output::CheckpointInput>& here);

}  // namespace unda::run
