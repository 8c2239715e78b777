// Traces after the filter of a comparison, each over its own length: what the report of unda verify draws.
#pragma once

#include "numerics/zero_phase_filter.hpp"
#include "output/traces.hpp"

namespace unda::verify {

/// The recorded quantities and the closed form. A component with a sample that is not finite stays without a finite one.
output::Traces filtered_traces(output::Traces traces, const numerics::Corners& corners);

}  // namespace unda::verify
