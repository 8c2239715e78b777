// Observers of the time loop. Each sees the simulation at its start, is asked once a step and may end the run; adding one
// touches no other file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "method/propagator.hpp"

namespace unda::run {

struct Experiment;

struct TimeStep {
  std::int64_t step = 0;  ///< steps done
  std::int64_t n_steps = 0;
  double time = 0;
};

/// Why a run ended before its last step.
struct Stop {
  std::string reason;
  bool paused = false;       ///< as the user wished, and ready to go on
  bool interrupted = false;  ///< by a signal
};

class Observer {
 public:
  virtual ~Observer() = default;
  /// Once, at t = 0, before the first step; what a checkpoint holds is restored after it.
  virtual void start(method::Simulation& /*simulation*/) {}
  virtual std::optional<Stop> after_step(const TimeStep& now) = 0;
  /// Once, after the last step, also when the run was stopped.
  virtual void finish(const TimeStep& /*now*/) {}
  /// Saves or restores what it must know to go on.
  virtual void transfer(method::State& /*state*/) {}
};

/// An observer for a run whose experiment is ready.
using MakeObserver = std::function<std::unique_ptr<Observer>(const Experiment& experiment)>;

}  // namespace unda::run
