// unda run: a scenario from file to result directory.
#pragma once

#include <filesystem>

#include "scenario/scenario.hpp"

namespace unda::run {

struct RunOptions {
  std::filesystem::path out;  ///< empty: results/<file stem>
  bool overwrite = false;
};

/// Throws InputError before anything is written; RunError when the run fails. A run that is stopped (by a
/// signal, by the stability guard) keeps its traces so far, says why, and throws RunError.
void run_scenario(const scenario::Scenario& scenario, const RunOptions& options);

}  // namespace unda::run
