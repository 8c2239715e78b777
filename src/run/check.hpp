// unda check: whether a scenario would run, without running it.
#pragma once

#include <string>

#include "scenario/scenario.hpp"

namespace unda::run {

/// Everything that is checked before a run, memory included; throws InputError. Warnings are printed; returns one line
/// that says what the run would be.
std::string check_scenario(const scenario::Scenario& scenario);

}  // namespace unda::run
