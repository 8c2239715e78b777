// The field that a run starts from, where the scenario has an [initial] table: a plane wave, or what an explosion that
// was fired before t = 0 has radiated. Both in a uniform medium.
#pragma once

#include <optional>

#include "run/experiment.hpp"

namespace unda::run {

/// Nothing where the run starts from rest. Throws InputError (through fail) where the field does not fit the model or
/// what the run records. Needs the experiment's scenario, model and sources.
std::optional<method::StartingField> starting_field(const Experiment& experiment);

}  // namespace unda::run
