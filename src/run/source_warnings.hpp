// Sources that do not do in a run what was probably meant: outside its time, or with a jump.
#pragma once

#include "run/experiment.hpp"

namespace unda::run {

/// Adds to the warnings of the experiment.
void warn_of_sources(Experiment& experiment);

}  // namespace unda::run
