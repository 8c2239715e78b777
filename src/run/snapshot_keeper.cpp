// Snapshots in memory.
#include "run/snapshot_keeper.hpp"

#include <fmt/format.h>

#include "exec/machine.hpp"
#include "run/snapshot_times.hpp"

namespace unda::run {

SnapshotKeeper::SnapshotKeeper(const Experiment& e, KeptSnapshots& into)
    : experiment_(e), kept_(into), n_snapshots_(n_snapshots(*e.scenario)) {
  kept_.quantities = e.scenario->output.snapshots->quantities;
  double numbers = 0;
  for (const scenario::Quantity quantity : kept_.quantities)
    numbers += scenario::n_components(quantity, e.scenario->domain.dim);
  const double bytes = sizeof(float) * numbers * static_cast<double>(n_snapshots_) *
                       static_cast<double>(e.plan->discretisation().n_snapshot_points());
  const double run = e.sizes.memory_bytes + e.sizes.absorbing_bytes;
  const auto available = static_cast<double>(exec::available_memory());
  if (run + bytes > 0.9 * available)
    e.scenario->fail("output.snapshots.interval",
                     fmt::format("{} snapshots in memory take {:.1f} GB beside the {:.1f} GB of the run; this machine "
                                 "has {:.1f} GB free. Take a larger interval, or a result directory",
                                 n_snapshots_, bytes / 1e9, run / 1e9, available / 1e9));
  kept_.points = e.plan->discretisation().snapshot_points();
}

std::optional<Stop> SnapshotKeeper::after_step(const TimeStep& now) {
  const auto next = [this] { return static_cast<std::int64_t>(kept_.taken.size()); };
  while (next() < n_snapshots_ && step_of_snapshot(experiment_, next()) <= now.step)
    take(step_of_snapshot(experiment_, next()));
  return {};
}

void SnapshotKeeper::take(std::int64_t step) {
  const scenario::Scenario& s = *experiment_.scenario;
  KeptSnapshot snapshot{step, static_cast<double>(kept_.taken.size()) * s.output.snapshots->interval, {}, {}};
  for (const scenario::Quantity quantity : kept_.quantities) {
    std::vector<float> values(method::n_points_here(kept_.points) *
                              static_cast<std::size_t>(scenario::n_components(quantity, s.domain.dim)));
    if (step == 0)
      take_start(experiment_, quantity, kept_.points, values);  // the first call comes after the first step
    else
      simulation_->snapshot(quantity, values);
    snapshot.times.push_back(time_of_snapshot(experiment_, *simulation_, quantity, step));
    snapshot.values.push_back(std::move(values));
  }
  kept_.taken.push_back(std::move(snapshot));
}

}  // namespace unda::run
