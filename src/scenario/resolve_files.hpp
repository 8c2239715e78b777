// STATIONS, CMTSOLUTION and FORCESOLUTION files named by a scenario: read, brought to x, y and z, and filled in.
#pragma once

#include "scenario/problems.hpp"
#include "scenario/scenario.hpp"

namespace unda::scenario {

/// Fills positions and labels of receivers, and kind, position, strength and time function of sources, that come from
/// files. A file with several events adds sources at the end of the list. Scenario::notes tells what was understood.
/// The domain must be right.
void resolve_files(Scenario&, Problems&);

}  // namespace unda::scenario
