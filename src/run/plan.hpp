// unda plan: what a run would be, without running it.
#pragma once

#include "scenario/scenario.hpp"

namespace unda::run {

void print_plan(const scenario::Scenario& scenario);

}  // namespace unda::run
