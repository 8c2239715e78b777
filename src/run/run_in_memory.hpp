// A scenario from its values to its traces without any file: what a program does that has Unda as a library.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "output/traces.hpp"
#include "run/experiment.hpp"
#include "run/observer.hpp"
#include "run/snapshot_keeper.hpp"

namespace unda::run {

struct MemoryResult {
  output::Traces traces;  ///< with the closed form where there is one
  std::optional<KeptSnapshots> snapshots;
  std::string report;  ///< as report.json
  std::optional<Stop> stop;
  std::vector<std::string> warnings, notes;
};

/// Throws InputError and RunError. A run that stops early gives its traces until then and says why. Of one rank.
MemoryResult run_in_memory(const scenario::Scenario& scenario, const MakeObserver& watch = {});

}  // namespace unda::run
