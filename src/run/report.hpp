// report.json: what was run, how large it was, how long it took.
#pragma once

#include <optional>
#include <string>

#include "run/closed_form.hpp"
#include "run/experiment.hpp"
#include "run/simulate.hpp"

namespace unda::run {

struct WallTimes {
  double setup = 0, time_loop = 0, output = 0;
};

std::string report_json(const Experiment& experiment, const SimulationResult& simulation, const WallTimes& wall,
                        const std::optional<ClosedFormReport>& closed_form);

}  // namespace unda::run
