// Keeps the wavefield now and then in memory: what SnapshotWriter puts into files.
#pragma once

#include <vector>

#include "run/experiment.hpp"
#include "run/observer.hpp"

namespace unda::run {

struct KeptSnapshot {
  std::int64_t step = 0;
  double asked_time = 0;                   ///< s
  std::vector<double> times;               ///< of each quantity, s
  std::vector<std::vector<float>> values;  ///< of each quantity, [point][component]
};

struct KeptSnapshots {
  method::SnapshotPoints points;
  std::vector<scenario::Quantity> quantities;
  std::vector<KeptSnapshot> taken;
};

/// Of one rank. Belongs to simulations whose scenario asks for snapshots.
class SnapshotKeeper final : public Observer {
 public:
  /// Throws InputError where this machine has no room for them.
  SnapshotKeeper(const Experiment& experiment, KeptSnapshots& into);

  void start(method::Simulation& simulation) override { simulation_ = &simulation; }
  std::optional<Stop> after_step(const TimeStep& now) override;

 private:
  void take(std::int64_t step);

  const Experiment& experiment_;
  method::Simulation* simulation_ = nullptr;
  KeptSnapshots& kept_;
  std::int64_t n_snapshots_ = 0;
};

}  // namespace unda::run
