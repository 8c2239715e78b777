// QuakeML: the origin and the moment tensor of an event.
#pragma once

#include "scenario/solution_file.hpp"

namespace unda::scenario {

/// One for each event of the file.
std::vector<SolutionEvent> read_quake_ml(const std::filesystem::path& file, std::vector<FileComplaint>& complaints);

}  // namespace unda::scenario
