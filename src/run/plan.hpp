// unda plan: what a run would be, without running it.
#pragma once

#include "run/experiment.hpp"
#include "scenario/scenario.hpp"

namespace unda::run {

/// How long the time loop takes on this machine with its threads, by what the machine can do.
double estimated_seconds(const Experiment& experiment);

void print_plan(const scenario::Scenario& scenario);

}  // namespace unda::run
