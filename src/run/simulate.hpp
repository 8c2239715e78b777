// One simulation from rest to its traces, without files: what run, verify and the tests share.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "output/traces.hpp"
#include "run/checkpoint_writer.hpp"
#include "run/experiment.hpp"
#include "run/observer.hpp"

namespace unda::run {

struct SimulationResult {
  output::Traces traces;
  std::optional<Stop> stop;
  std::int64_t first_step = 0, steps_done = 0;
  double setup_seconds = 0;  ///< until the first step: the wavefield, the observers, a checkpoint to go on from
  double loop_seconds = 0;
  method::Sizes sizes;  ///< as taken
  bool time_dispersion_corrected = false;
};

/// Records the receivers and guards stability; `others` are asked after these two, and last comes the writer of
/// checkpoints. The traces are whole on rank 0 and empty elsewhere.
SimulationResult simulate(Experiment& experiment, std::vector<std::unique_ptr<Observer>> others = {},
                          const Checkpointing& checkpointing = {});

}  // namespace unda::run
