// A simulation before it takes its memory: how large it would be, and its largest stable step. Out of it, with a time step, comes
// the simulation itself. Owned by the run.
#pragma once

#include "method/propagator.hpp"

namespace unda::method {

/// Sources and receivers, in the order of the scenario, and the points that are read now and then.
struct Acquisition {
  std::vector<PointSource> sources;
  std::vector<Receiver> receivers;
  std::vector<Receiver> probes = {};
};

struct Steps {
  double dt = 0;  ///< s
  std::int64_t n = 0;
};

class Plan {
 public:
  Plan(std::unique_ptr<Propagator> propagator, const Acquisition& acquisition);

  const Discretisation& discretisation() const { return *propagator_; }
  const Sizes& sizes() const { return sizes_; }
  const LargestStep& largest_step() const { return largest_step_; }
  /// Whether samples are polynomials in time, which reach to the end of their step.
  bool samples_polynomials() const { return propagator_->time_accuracy().taylor_terms > 0; }

  /// Takes the memory of the wavefield. Uses the plan up: std::move(plan).start(...).
  std::unique_ptr<Simulation> start(
      const Steps& steps, const std::optional<StartingField>& field = {},
      parallel::CommunicationMode communication = parallel::CommunicationMode::overlap) &&;

 private:
  std::unique_ptr<Propagator> propagator_;
  LargestStep largest_step_;
  Sizes sizes_;
};

}  // namespace unda::method
