// Looking at the wavefield now and then.
#include "run/stability_guard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "method/expected_echo.hpp"

namespace unda::run {
namespace {

constexpr std::int64_t finite_interval = 50;  // steps between two looks for numbers that are not finite
// Steps between two sums of the energy: ten in a run, but neither more often than every 20 steps, as a sum takes as long as
// half a step (fd) to one and a half (sem, whose strain energy is a product with its forces), nor less often than every 100.
constexpr std::int64_t energy_looks = 10, least_energy_interval = 20, largest_energy_interval = 100;

// Of the largest step of dg, which is found around the worst elements: in flat layers, fluid and solid, up to 3 % too large.
constexpr double surely_stable = 0.9;

std::int64_t energy_interval_of(std::int64_t n_steps) {
  return std::clamp(n_steps / energy_looks, least_energy_interval, largest_energy_interval);
}

}  // namespace

StabilityGuard::StabilityGuard(const Experiment& experiment) : experiment_(experiment), supply_(experiment) {}

std::optional<Stop> StabilityGuard::after_step(const TimeStep& m) {
  const bool last = m.step == m.n_steps;
  if ((last || m.step % finite_interval == 0) && !simulation_->finite())
    return Stop{diagnosis(m, "the wavefield is no longer finite", true)};
  if (!last && m.step % energy_interval_of(m.n_steps) != 0) return {};
  if (const auto what = look_at_energy(m)) return Stop{*what};
  return {};
}

std::optional<std::string> StabilityGuard::look_at_energy(const TimeStep& m) {
  supply_.advance_to(m.time);
  const double energy = simulation_->energy();
  if (!std::isfinite(energy)) return diagnosis(m, "the energy is no longer finite", true);
  // A starting field has an energy of its own, which the supply does not count.
  const auto what = energy_.add({energy, supply_.by_kind(), !experiment_.scenario->initial});
  if (!what) return {};
  return diagnosis(m, *what, false);
}

/// Whether the sources alone make numbers near the end of what the precision holds.
bool StabilityGuard::source_exceeds_numbers() const {
  const scenario::Scenario& s = *experiment_.scenario;
  double volume = 1;
  for (const int axis : s.domain.axes()) volume *= s.domain.extent[static_cast<std::size_t>(axis)].length();
  const bool single = s.solver.precision == scenario::Precision::single_precision;
  const double limit = single ? double{std::numeric_limits<float>::max()} : std::numeric_limits<double>::max();
  // Energies are sums of squares in double precision.
  const double largest = std::min(1e-3 * limit, 1e150);
  return supply_.largest_stress(volume / static_cast<double>(experiment_.sizes.dofs)) > largest;
}

std::string StabilityGuard::cause(bool not_finite) const {
  const double ratio = experiment_.dt / experiment_.largest_step;
  if (not_finite && source_exceeds_numbers()) {
    const bool single = experiment_.scenario->solver.precision == scenario::Precision::single_precision;
    return fmt::format(
        "the sources are so strong that their stresses overflow the numbers of solver.precision = \"{}\": take weaker "
        "ones{}; traces are proportional to them",
        single ? "single" : "double", single ? " or solver.precision = \"double\"" : "");
  }
  if (ratio > 1)
    return fmt::format(
        "time.step = {:.4g} s is {:.4g} times the largest stable step, {:.4g} s: leave time.step out, or take less "
        "than that",
        experiment_.dt, ratio, experiment_.largest_step);
  const scenario::Scenario& s = *experiment_.scenario;
  const auto axes = s.domain.axes();
  const bool absorbs = std::any_of(axes.begin(), axes.end(), [&](int axis) {
    return s.boundary[2 * axis] == scenario::BoundaryKind::absorbing ||
           s.boundary[2 * axis + 1] == scenario::BoundaryKind::absorbing;
  });
  const bool smaller_may_help = s.solver.method == scenario::Method::dg && ratio > surely_stable;
  const std::string within =
      smaller_may_help
          ? fmt::format(
                "the step is {:.0f} % of the largest stable one, which dg finds from its worst elements and which "
                "can be some percent too large: take time.step = {:.3g}",
                100 * ratio, surely_stable * experiment_.largest_step)
          : fmt::format("the step is within the stable limit ({:.0f} % of it), and a smaller one will not help",
                        100 * ratio);
  const std::string then = smaller_may_help ? ". If the energy grows with that too, " : ": ";
  if (!absorbs) return within + (smaller_may_help ? then + "another" : ". Another") + " solver.method may not have it";
  if (method::softness(experiment_.model->extremes()) > 0)
    return within + then +
           "an absorbing layer can grow where soft ground on hard rock runs into it. Another solver.method may not "
           "have it; a larger domain puts it off";
  return within + then +
         fmt::format(
             "absorbing layers can grow, most of all where layers of rock under a free surface run into them. Thicker "
             "ones, solver.{}.{}, slow it; another solver.method may not have it",
             scenario::name_of(s.solver.method),
             s.solver.method == scenario::Method::fd ? "absorbing_points" : "absorbing_elements");
}

std::string StabilityGuard::diagnosis(const TimeStep& m, const std::string& what, bool not_finite) const {
  const method::Extreme worst = simulation_->extreme();
  const Vector& x = worst.position;
  const model::Properties here = experiment_.model->at(x);
  const int dim = experiment_.scenario->domain.dim;
  const std::string place = dim == 1   ? fmt::format("x = {:.6g}", x[0])
                            : dim == 2 ? fmt::format("x = {:.6g}, z = {:.6g}", x[0], x[2])
                                       : fmt::format("x = {:.6g}, y = {:.6g}, z = {:.6g}", x[0], x[1], x[2]);
  return fmt::format(
      "{}: {} at step {} of {}, t = {:.4g} s. Largest {}: {} at {} (vp {:.6g}, vs {:.6g}, rho {:.6g}). "
      "Likely cause: {}",
      not_finite && source_exceeds_numbers() ? "overflow" : "unstable", what, m.step, m.n_steps, m.time, worst.field,
      std::isfinite(worst.value) ? fmt::format("{:.3g}", worst.value) : "not a number", place, here.vp, here.vs,
      here.rho, cause(not_finite));
}

}  // namespace unda::run
