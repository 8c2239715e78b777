// Checking a scenario, and one line about it.
#include "run/check.hpp"

#include "base/log.hpp"
#include "base/memory_text.hpp"
#include "run/experiment.hpp"

namespace unda::run {

std::string check_scenario(const scenario::Scenario& scenario) {
  const Experiment e = prepare(scenario);
  const std::int64_t n_steps = steps_for(e);
  for (const std::string& warning : e.warnings) log::warning(warning);
  const method::Sizes& sizes = e.sizes;
  std::size_t n_receivers = 0;
  for (const scenario::ReceiverSpec& group : scenario.receivers) n_receivers += group.positions.size();
  const auto counted = [](std::size_t n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  return fmt::format("{}: ok: {}-D {}, {} of {} {}, {}, {} steps of {:.4g} s, {}, {}, {}", scenario.file.string(),
                     scenario.domain.dim, e.physics, scenario::name_of(scenario.solver.method),
                     scenario::name_of_order(scenario.solver.method), sizes.order, sizes.mesh, n_steps, e.dt,
                     memory_text(sizes.memory_bytes + sizes.absorbing_bytes),
                     counted(scenario.sources.size(), "source"), counted(n_receivers, "receiver"));
}

}  // namespace unda::run
