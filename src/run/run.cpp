// unda run, step by step.
#include "run/run.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/memory_text.hpp"
#include "base/stop_signal.hpp"
#include "base/timer.hpp"
#include "exec/machine.hpp"
#include "exec/threads.hpp"
#include "parallel/together.hpp"
#include "run/checkpoint_writer.hpp"
#include "run/closed_form.hpp"
#include "run/experiment.hpp"
#include "run/interrupt.hpp"
#include "run/model_file.hpp"
#include "run/progress.hpp"
#include "run/report.hpp"
#include "run/result_directory.hpp"
#include "run/result_lock.hpp"
#include "run/setup_progress.hpp"
#include "run/simulate.hpp"
#include "run/snapshot_writer.hpp"
#include "run/surface_writer.hpp"

namespace unda::run {
namespace {

void introduce(const Experiment& e, std::int64_t n_steps) {
  const scenario::Scenario& s = *e.scenario;
  const method::Sizes& sizes = e.sizes;
  log::say("{}{}{}", s.file.filename().string(), s.title.empty() ? "" : ": ", s.title);
  log::say("  {}, {} of {} {}, {} precision, {}", e.physics, scenario::name_of(s.solver.method),
           scenario::name_of_order(s.solver.method), sizes.order, scenario::name_of(s.solver.precision),
           exec::threads_in_words());
  if (e.communicator.size() > 1) log::say("  {} ranks; threads are those of the first", e.communicator.size());
  log::say("  {}, {}{}", sizes.mesh, memory_text(sizes.memory_bytes + sizes.absorbing_bytes),
           e.communicator.size() > 1 ? " on the first rank" : "");
  log::say("  {} steps of {:.4g} s{}", n_steps, e.dt, steps_beyond(e, n_steps));
  for (const std::string& note : s.notes) log::say("  {}", note);
}

void conclude(const std::filesystem::path& directory, const std::optional<ClosedFormReport>& closed_form) {
  if (closed_form)
    log::say("closed form ({}): misfit {:.2g}, the worst receiver {:.2g} ({}){}", closed_form->description,
             closed_form->misfit, closed_form->worst, closed_form->worst_label,
             closed_form->n_left_out > 0 ? fmt::format(", without {} near a source", closed_form->n_left_out) : "");
  log::say("traces: {}", (directory / "traces.h5").string());
  std::error_code none;
  if (std::filesystem::exists(directory / "snapshots", none))
    log::say("snapshots: {}", (directory / "snapshots").string());
  if (std::filesystem::exists(directory / "surface", none)) log::say("surface: {}", (directory / "surface").string());
  for (const auto& file : std::filesystem::directory_iterator(directory / "plots", none))
    log::say("plot:   {}", file.path().string());
}

void write_result(const Experiment& e, const std::filesystem::path& directory, const RunOptions& options,
                  SimulationResult& simulation, double before, const Timer& whole) {
  const scenario::Scenario& s = *e.scenario;
  const std::optional<ClosedFormReport> closed_form = add_closed_form(e, simulation.traces, Judged::beyond_sources);
  output::write_traces(claim_file(directory / "traces.h5"), simulation.traces,
                       s.solver.precision == scenario::Precision::single_precision);
  const WallTimes wall = WallTimes::of(before, simulation, whole.seconds());
  const std::optional<Stop>& stop = simulation.stop;
  write_text(claim_file(directory / "report.json"), report_json(e, simulation, wall, closed_form));
  if (stop) {
    stop->paused ? log::line(stop->reason) : log::detail(stop->reason);
    return;
  }
  const auto updates = static_cast<double>(e.sizes.cells) * e.sizes.updates_per_step *
                       static_cast<double>(simulation.steps_done - simulation.first_step);
  log::say("done in {}: {:.3g} M updates/s", duration_text(wall.setup + wall.time_loop + wall.output),
           updates / wall.time_loop / 1e6);
  if (s.output.plots && options.draw && stop_signal::received() == 0) options.draw(directory);
  conclude(directory, closed_form);
  log::close_file();
}

}  // namespace

output::Traces run_scenario(const scenario::Scenario& scenario, const RunOptions& options,
                            const parallel::Communicator& ranks) {
  const Timer whole;
  const std::filesystem::path directory = result_path(scenario, options.out);
  Checkpointing checkpointing{directory / "checkpoint", scenario.output.checkpoint_every_steps, options.time_limit,
                              whole, options.restart};
  ResultLock lock;
  parallel::on_root(ranks, [&] {
    if (!options.restart) check_result_directory(directory, options.overwrite, scenario);
    lock.take(directory);
  });
  if (options.restart) {
    check_restart(scenario, checkpointing, ranks);
    parallel::on_root(ranks, [&] { check_restart_directory(directory); });
  }
  std::optional<SetupProgress> setting_up(std::in_place, ranks.is_root() && parallel::world_rank() == 0, whole);
  Experiment e = prepare(scenario, ranks);
  setting_up.reset();
  const stop_signal::Deferral deferral;
  parallel::on_root(ranks, [&] {
    if (!options.restart) make_result_directory(directory, options.overwrite, scenario, lock);
    log::open_file(claim_file(directory / "run.log"), options.restart);
    if (!options.restart) write_model_file(claim_file(directory / "model.h5"), e);
  });
  log::detail(fmt::format("unda {} on {}, compiled for {}", UNDA_VERSION, exec::cpu_name(), exec::compiled_isa()));

  std::vector<std::unique_ptr<Observer>> observers;
  if (scenario.output.snapshots) {
    auto writer = std::make_unique<SnapshotWriter>(e, directory / "snapshots");
    if (const auto warning = writer->space_warning()) e.warnings.push_back(*warning);
    observers.push_back(std::move(writer));
  }
  if (scenario.output.surface) {
    auto writer = std::make_unique<SurfaceWriter>(e, directory / "surface");
    if (const auto warning = writer->space_warning()) e.warnings.push_back(*warning);
    observers.push_back(std::move(writer));
  }
  introduce(e, steps_for(e));
  for (const std::string& warning : e.warnings) log::warning(warning);
  observers.push_back(std::make_unique<Interrupt>(ranks));
  if (parallel::world_rank() == 0)
    observers.push_back(std::make_unique<Progress>(e.sizes.cells, std::make_unique<SetupProgress>(true, whole)));
  if (options.watch && ranks.is_root()) observers.push_back(options.watch(e));
  const double before = whole.seconds();
  SimulationResult simulation = simulate(e, std::move(observers), checkpointing);
  const std::optional<Stop>& stop = simulation.stop;
  parallel::on_root(ranks, [&] { write_result(e, directory, options, simulation, before, whole); });
  if (stop && !stop->paused) {
    const std::string message =
        fmt::format("{}. Traces until then: {}", stop->reason, (directory / "traces.h5").string());
    if (stop->interrupted) throw Interrupted(message);
    throw RunError(message);
  }
  if (const double signal = ranks.max(static_cast<double>(stop_signal::received())); signal > 0)
    throw Interrupted(fmt::format("stopped by {} after the last step. The traces are whole: {}",
                                  stop_signal::name_of(static_cast<int>(signal)), (directory / "traces.h5").string()));
  return std::move(simulation.traces);
}

}  // namespace unda::run
