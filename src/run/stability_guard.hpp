// Stops a run that has gone wrong: a number that is not finite, or energy that grows though no source is
// active.
#pragma once

#include "run/experiment.hpp"
#include "run/observer.hpp"

namespace unda::run {

class StabilityGuard final : public Observer {
 public:
  explicit StabilityGuard(const Experiment& experiment);
  std::optional<Stop> after_step(const Moment& moment) override;
  void transfer(method::State& state) override { state.value(quiet_energy_); }

 private:
  std::string diagnosis(const Moment& moment, const std::string& what) const;
  const Experiment& experiment_;
  double sources_end_ = 0;
  double quiet_energy_ = -1;  ///< when the sources had ended
};

}  // namespace unda::run
