// Sources and receivers of a chunk of the earth that the scenario gives by latitude, longitude and depth, in the frame of the chunk;
// and what does not go with a chunk.
#pragma once

#include "scenario/problems.hpp"
#include "scenario/scenario.hpp"

namespace unda::scenario {

/// Nothing where the domain is a box.
void resolve_chunk(Scenario&, Problems&);

}  // namespace unda::scenario
