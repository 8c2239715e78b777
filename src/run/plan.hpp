// unda plan: what a run would be, without running it.
#pragma once

#include <string>
#include <vector>

#include "run/experiment.hpp"
#include "scenario/scenario.hpp"

namespace unda::run {

/// How long the time loop takes on this machine with its threads, by what the machine can do.
double estimated_seconds(const Experiment& experiment);

/// What unda plan prints but for notes and warnings; `seconds`: of the time loop, `setup_seconds`: of making the plan,
/// which does not take the memory of media and wavefield.
std::vector<std::string> plan_lines(const Experiment& experiment, double seconds, double setup_seconds);

/// `shots`: the names of those in the file, of which the scenario is the first.
void print_plan(const scenario::Scenario& scenario, const std::vector<std::string>& shots);

}  // namespace unda::run
