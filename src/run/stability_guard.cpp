// Looking at the wavefield now and then.
#include "run/stability_guard.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace unda::run {
namespace {

constexpr std::int64_t finite_interval = 50;   // steps between two looks for numbers that are not finite
constexpr std::int64_t energy_interval = 100;  // steps between two sums of the energy
constexpr double allowed_growth = 4;           // of the energy without sources: leapfrog's own sum oscillates

}  // namespace

StabilityGuard::StabilityGuard(const Experiment& experiment) : experiment_(experiment) {
  for (const method::PointSource& source : experiment.sources)
    sources_end_ = std::max(sources_end_, source.time_function->end());
}

std::optional<Stop> StabilityGuard::after_step(const Moment& m) {
  const method::Propagator& propagator = *experiment_.propagator;
  if (m.step % finite_interval == 0 && !propagator.finite())
    return Stop{diagnosis(m, "the wavefield is no longer finite")};
  if (m.step % energy_interval != 0 || m.time < sources_end_) return {};
  const double energy = propagator.energy();
  if (!std::isfinite(energy)) return Stop{diagnosis(m, "the energy is no longer finite")};
  if (quiet_energy_ < 0) quiet_energy_ = energy;
  if (energy > allowed_growth * quiet_energy_ && energy > 0)
    return Stop{diagnosis(
        m, fmt::format("the energy grew from {:.3g} to {:.3g} J with no source active", quiet_energy_, energy))};
  return {};
}

std::string StabilityGuard::diagnosis(const Moment& m, const std::string& what) const {
  const method::Extreme worst = experiment_.propagator->extreme();
  const Vector& x = worst.position;
  const model::Properties here = experiment_.model->at(x);
  const int dim = experiment_.scenario->domain.dim;
  const std::string place = dim == 1   ? fmt::format("x = {:.6g}", x[0])
                            : dim == 2 ? fmt::format("x = {:.6g}, z = {:.6g}", x[0], x[2])
                                       : fmt::format("x = {:.6g}, y = {:.6g}, z = {:.6g}", x[0], x[1], x[2]);
  const double ratio = experiment_.dt / experiment_.largest_step;
  const std::string cause =
      ratio > 1
          ? fmt::format("time.step = {:.4g} s is {:.3g} times the largest stable step, {:.4g} s: leave time.step out",
                        experiment_.dt, ratio, experiment_.largest_step)
          : fmt::format(
                "the step is within the stable limit ({:.0f} % of it): a strong contrast beside an absorbing "
                "layer may be the cause; try a smaller time.step or move that boundary away",
                100 * ratio);
  return fmt::format(
      "unstable: {} at step {} of {}, t = {:.4g} s. Largest {}: {} at {} (vp {:.6g}, vs {:.6g}, rho {:.6g}). "
      "Likely cause: {}",
      what, m.step, m.n_steps, m.time, worst.field,
      std::isfinite(worst.value) ? fmt::format("{:.3g}", worst.value) : "not a number", place, here.vp, here.vs,
      here.rho, cause);
}

}  // namespace unda::run
