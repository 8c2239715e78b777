// report.json: what was run, how large it was, how long it took.
#pragma once

#include <optional>
#include <string>

#include "run/closed_form.hpp"
#include "run/experiment.hpp"
#include "run/observer.hpp"

namespace unda::run {

struct WallTimes {
  double setup = 0, time_loop = 0, output = 0;
};

std::string report_json(const Experiment& experiment, std::int64_t steps_done, const WallTimes& wall,
                        const std::optional<Stop>& stop, const std::optional<ClosedFormReport>& closed_form);

}  // namespace unda::run
