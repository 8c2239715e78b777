// Stops a run that has gone wrong: a number that is not finite, or energy that no source accounts for. The last step is
// always looked at.
#pragma once

#include "run/energy_watch.hpp"
#include "run/experiment.hpp"
#include "run/observer.hpp"
#include "run/source_supply.hpp"

namespace unda::run {

class StabilityGuard final : public Observer {
 public:
  explicit StabilityGuard(const Experiment& experiment);
  void start(method::Simulation& simulation) override { simulation_ = &simulation; }
  std::optional<Stop> after_step(const TimeStep& now) override;
  void transfer(method::State& state) override {
    supply_.transfer(state);
    energy_.transfer(state);
  }

 private:
  std::optional<std::string> look_at_energy(const TimeStep& now);
  std::string diagnosis(const TimeStep& now, const std::string& what, bool not_finite) const;
  std::string cause(bool not_finite) const;
  bool source_exceeds_numbers() const;

  const Experiment& experiment_;
  method::Simulation* simulation_ = nullptr;
  SourceSupply supply_;
  EnergyWatch energy_;
};

}  // namespace unda::run
