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
  double wrong = 0, all = 0;
  for (int n = 1; n * e.dt < duration; ++n) {
    simulation->advance();
    const std::vector<double> v = values_now(*simulation);
    std::size_t channel = 0;
    for (const scenario::ReceiverSpec& group : s.receivers)
      for (const Vector& x : group.positions) {
        const Vector expected = exact.velocity(x, n * e.dt);
        for (int c = 0; c < 3; ++c) {
          wrong += std::pow(v[channel++] - expected[c], 2);
          all += expected[c] * expected[c];
        }
      }
  }
  return std::sqrt(wrong / all);
}

}  // namespace unda::verification
