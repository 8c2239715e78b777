// When snapshots are taken, and what they show before the first step.
#pragma once

#include <cstdint>
#include <span>

#include "run/experiment.hpp"

namespace unda::run {

/// The time asked for the last snapshot, s; 0 where there are none.
double last_snapshot_time(const scenario::Scenario& scenario);

/// With the one at t = 0. The scenario must ask for snapshots.
std::int64_t n_snapshots(const scenario::Scenario& scenario);

/// Snapshot n is asked for n * interval and taken at the step nearest to it.
std::int64_t step_of_snapshot(const Experiment& experiment, std::int64_t number);

/// The time to which a quantity belongs after `step` steps, s.
double time_of_snapshot(const Experiment& experiment, const method::Simulation& simulation, scenario::Quantity quantity,
                        std::int64_t step);

/// Whether the method has the quantity all over the domain; a fluid has no stresses but pressure.
bool has_wavefield(const method::Discretisation& fields, scenario::Quantity quantity);

/// The quantity at t = 0, rest or the starting field, [point][component].
void take_start(const Experiment& experiment, scenario::Quantity quantity, const method::SnapshotPoints& points,
                std::span<float> values);

}  // namespace unda::run
