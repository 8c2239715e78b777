// Starting a run from an exact field and following both: the misfit of the velocities at the receivers.
#pragma once

#include <cmath>

#include "support.hpp"

namespace unda::verification {

using ExactField = method::StartingField;

/// Of the velocities at all receivers of the scenario, over `duration`. All receivers must have velocity alone.
inline double misfit_from(const scenario::Scenario& s, const ExactField& exact, double duration) {
  exec::flush_denormals_to_zero();
  run::Experiment e = run::prepare(s);
  const auto simulation = run::start(e, exact).simulation;
  const std::vector<method::Channel> channels = simulation->channels();
  std::vector<Vector> position;
  for (const scenario::ReceiverSpec& group : s.receivers)
    position.insert(position.end(), group.positions.begin(), group.positions.end());
  double wrong = 0, all = 0;
  for (int n = 1; n * e.dt < duration; ++n) {
    simulation->advance();
    const std::vector<double> v = values_now(*simulation);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const double time = (n + channels[c].time_offset) * e.dt;
      const int axis = s.domain.axes()[static_cast<std::size_t>(channels[c].component)];
      const double expected = exact.velocity(position[channels[c].receiver], time)[axis];
      wrong += std::pow(v[c] - expected, 2);
      all += expected * expected;
    }
  }
  return std::sqrt(wrong / all);
}

}  // namespace unda::verification
