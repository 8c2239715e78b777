// Running without files.
#include "run/run_in_memory.hpp"

#include "base/timer.hpp"
#include "run/closed_form.hpp"
#include "run/report.hpp"
#include "run/simulate.hpp"

namespace unda::run {

MemoryResult run_in_memory(const scenario::Scenario& scenario, const MakeObserver& watch) {
  const Timer whole;
  if (scenario.output.checkpoint_every_steps)
    scenario.fail("output.checkpoint", "a run in memory writes none; give it a result directory");
  if (scenario.output.surface)
    scenario.fail("output.surface", "a run in memory writes none; give it a result directory");
  Experiment e = prepare(scenario);
  MemoryResult result;
  std::vector<std::unique_ptr<Observer>> observers;
  if (scenario.output.snapshots) observers.push_back(std::make_unique<SnapshotKeeper>(e, result.snapshots.emplace()));
  if (watch) observers.push_back(watch(e));
  const double before = whole.seconds();
  SimulationResult simulation = simulate(e, std::move(observers));
  const auto closed_form = add_closed_form(e, simulation.traces, Judged::beyond_sources);
  result.report = report_json(e, simulation, WallTimes::of(before, simulation, whole.seconds()), closed_form);
  result.traces = std::move(simulation.traces);
  result.stop = std::move(simulation.stop);
  result.warnings = e.warnings;
  result.notes = e.scenario->notes;
  return result;
}

}  // namespace unda::run
