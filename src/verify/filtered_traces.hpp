// Traces as a comparison takes them, resampled and filtered over its common span: what the report of unda verify draws.
#pragma once

#include "output/traces.hpp"
#include "verify/common_times.hpp"

namespace unda::verify {

/// The recorded quantities and the closed form at the common times; `side` is that of these traces. A component with a
/// sample that is not finite stays without a finite one.
output::Traces filtered_traces(output::Traces traces, const CommonTimes& common, const Side& side);

}  // namespace unda::verify
