// unda run: a scenario from file to result directory.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "base/error.hpp"
#include "output/traces.hpp"
#include "parallel/communicator.hpp"
#include "run/observer.hpp"
#include "scenario/scenario.hpp"

namespace unda::run {

struct RunOptions {
  std::filesystem::path out;  ///< empty: results/<file stem>
  bool overwrite = false;
  bool restart = false;
  std::optional<double> time_limit;  ///< s
  /// Draws a result that is whole, where the scenario asks for pictures; none: there are none.
  std::function<void(const std::filesystem::path& directory)> draw;
  MakeObserver watch;  ///< one more observer; of the first rank
};

/// The user ended the run by a signal.
class Interrupted : public RunError {
 public:
  using RunError::RunError;
};

/// Throws InputError before anything is written; RunError when the run fails. A run that is stopped (by a
/// signal, by the stability guard) keeps its traces so far, says why, and throws RunError; one that is paused by its time
/// limit returns. Collective. The traces, with the closed form where there is one, are whole on rank 0 and empty elsewhere.
output::Traces run_scenario(const scenario::Scenario& scenario, const RunOptions& options,
                            const parallel::Communicator& ranks = parallel::Communicator::world());

}  // namespace unda::run
