// unda plan.
#include "run/plan.hpp"

#include <algorithm>
#include <cmath>

#include "base/log.hpp"
#include "base/memory_text.hpp"
#include "base/timer.hpp"
#include "exec/machine.hpp"
#include "run/experiment.hpp"
#include "run/progress.hpp"
#include "run/resolution.hpp"
#include "run/setup_progress.hpp"

namespace unda::run {

namespace {

/// Two digits, as many as it has before the point.
std::string percent(double part) {
  return part < 1 ? fmt::format("{:.2g}", 100 * part) : fmt::format("{:.0f}", 100 * part);
}

}  // namespace

double estimated_seconds(const Experiment& e) {
  const method::Sizes& sizes = e.sizes;
  // The slower of memory and arithmetic, at two thirds of what the machine can do.
  const exec::Limits limits = exec::measure_limits(e.device);
  const bool single = e.scenario->solver.precision == scenario::Precision::single_precision;
  const double update =
      1.5 * std::max(sizes.bytes_per_update / limits.copy_bandwidth,
                     4 * sizes.flops_per_update / (single ? limits.flops_single : limits.flops_double));
  const double cells = static_cast<double>(sizes.dofs) /
                       std::max(1.0, std::round(static_cast<double>(sizes.dofs) / static_cast<double>(sizes.cells)));
  // The layers are gone over once more at every step, by loops that keep less in the caches.
  const double layers = 8 * sizes.absorbing_bytes / limits.copy_bandwidth;
  return (update * cells + layers) * sizes.updates_per_step * static_cast<double>(steps_for(e));
}

std::vector<std::string> plan_lines(const Experiment& e, double seconds, double setup_seconds) {
  const scenario::Scenario& scenario = *e.scenario;
  std::vector<std::string> lines;
  const auto say = [&lines]<class... Args>(fmt::format_string<Args...> format, Args&&... args) {
    lines.push_back(fmt::format(format, std::forward<Args>(args)...));
  };
  const method::Sizes& sizes = e.sizes;
  const std::int64_t n_steps = steps_for(e);
  const model::Extremes earth = e.model->extremes();
  say("{}{}{}", scenario.file.filename().string(), scenario.title.empty() ? "" : ": ", scenario.title);
  say("method       {} of {} {}, {}, {} precision", scenario::name_of(scenario.solver.method),
      scenario::name_of_order(scenario.solver.method), sizes.order, e.physics,
      scenario::name_of(scenario.solver.precision));
  say("model        vp {:.6g} to {:.6g} m/s, vs {:.6g} to {:.6g} m/s, rho {:.6g} to {:.6g} kg/m^3", earth.vp_min,
      earth.vp_max, earth.any_fluid ? 0.0 : earth.vs_min, earth.vs_max, earth.rho_min, earth.rho_max);
  say("mesh         {}, {} in all, {} unknowns{}", sizes.mesh, sizes.cells, sizes.dofs,
      sizes.absorbing_bytes > 0 ? " with the absorbing layers" : "");
  for (const auto& [word, text] : sizes.remarks) say("{:<12} {}", word, text);
  say("time         {} steps of {:.4g} s (largest stable: {:.4g} s), {} samples every {:.4g} s", n_steps, e.dt,
      e.largest_step, scenario.time.n_samples(), scenario.time.sample_interval);
  if (const std::string beyond = steps_beyond(e, n_steps); !beyond.empty())
    say("             the steps go on{}", beyond.substr(1));
  say("step limit   {}", e.bound.words());
  say("memory       {}, of which absorbing layers {}, per rank ({} in all); {} are free",
      memory_text(sizes.memory_bytes + sizes.absorbing_bytes), memory_text(sizes.absorbing_bytes),
      e.communicator.size(), memory_text(static_cast<double>(exec::available_memory())));
  if (sizes.points_per_wavelength > 0) {
    const ExpectedMisfit expected = expected_misfit(e);
    say("resolution   {:.3g} points per shortest wavelength, that of {:.3g} Hz; its speed is off by {:.2g} %: traces "
        "about {} % off after {:.0f} wavelengths{}{}",
        sizes.points_per_wavelength, method::highest_frequency(e.sources), 100 * sizes.dispersion_error,
        percent(expected.misfit), expected.wavelengths, scenario.receivers.empty() ? "" : ", the farthest receiver",
        expected.cause.empty() ? "" : "; most of it: " + expected.cause);
  }
  say("estimate     {} with {} threads on this machine, after setting up for {}; the filling of {} in between is not "
      "counted",
      duration_text(seconds), exec::n_threads(), duration_text(setup_seconds),
      memory_text(sizes.memory_bytes + sizes.absorbing_bytes));
  return lines;
}

void print_plan(const scenario::Scenario& scenario, const std::vector<std::string>& shots) {
  std::optional<SetupProgress> setting_up(std::in_place, parallel::world_rank() == 0);
  const Timer timer;
  const Experiment e = prepare(scenario);
  const double setup_seconds = timer.seconds();
  setting_up.reset();
  const double seconds = estimated_seconds(e);
  for (const std::string& line : plan_lines(e, seconds, setup_seconds)) log::line(line);
  if (!shots.empty())
    log::say("shots        {}, of which this is the first, {}; one after another they take {} if all are like it",
             shots.size(), shots.front(), duration_text(static_cast<double>(shots.size()) * (seconds + setup_seconds)));
  for (const std::string& note : e.scenario->notes) log::line(note);
  for (const std::string& warning : e.warnings) log::warning(warning);
}

}  // namespace unda::run
