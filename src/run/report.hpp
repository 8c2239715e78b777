// report.json: what was run, how large it was, how long it took.
#pragma once

#include <optional>
#include <string>

#include "run/closed_form.hpp"
#include "run/experiment.hpp"
#include "run/simulate.hpp"

namespace unda::run {

/// Of a run from its start to its last file, s.
struct WallTimes {
  double setup = 0, time_loop = 0, output = 0;

  /// `before`: from the start to simulate(); what came after the loop, until `now`, is output.
  static WallTimes of(double before, const SimulationResult& simulation, double now) {
    WallTimes wall{before + simulation.setup_seconds, simulation.loop_seconds, 0};
    wall.output = now - wall.setup - wall.time_loop;
    return wall;
  }
};

std::string report_json(const Experiment& experiment, const SimulationResult& simulation, const WallTimes& wall,
                        const std::optional<ClosedFormReport>& closed_form);

}  // namespace unda::run
