// The time loop.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "method/propagator.hpp"
#include "run/observer.hpp"

namespace unda::run {

struct LoopEnd {
  std::int64_t steps_done = 0;
  std::optional<Stop> stop;  ///< set where an observer ended the run
};

/// Advances to step n_steps, from step `first` on, unless an observer stops it. Every observer sees every step, the
/// stopping one too.
LoopEnd run_time_loop(method::Simulation& simulation, double dt, std::int64_t first, std::int64_t n_steps,
                      const std::vector<std::unique_ptr<Observer>>& observers);

}  // namespace unda::run
