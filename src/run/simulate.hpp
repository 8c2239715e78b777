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

struct Simulation {
  output::Traces traces;
  std::optional<Stop> stop;
  std::int64_t first_step = 0, steps_done = 0;
  double loop_seconds = 0;
};

/// Records the receivers and guards stability; `others` are asked after these two, and last comes the writer of
/// checkpoints. The traces are whole on rank 0 and empty elsewhere.
Simulation simulate(Experiment& experiment, std::vector<std::unique_ptr<Observer>> others = {},
                    const Checkpointing& checkpointing = {});

}  // namespace unda::run
