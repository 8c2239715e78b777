// Running scenarios for a caller, who watches and may look at the wavefield.
#include "run/run.hpp"

#include <atomic>
#include <memory>

#include "api/answer.hpp"
#include "api/result.hpp"
#include "api/scenario.hpp"
#include "api/worker.hpp"
#include "base/error.hpp"
#include "run/run_in_memory.hpp"
#include "run/snapshot_times.hpp"
#include "scenario/names.hpp"

using namespace unda;

struct unda_simulation {
  api::Exchange& exchange;
  const run::Experiment& experiment;
  method::Simulation& fields;
  double time = 0;
  std::int64_t step = 0;
};

namespace unda::api {
namespace {

/// How far a run is, as the thread of the caller sees it.
struct Progress {
  std::atomic<std::int64_t> step{0}, n_steps{0};
  std::atomic<double> time{0};
  std::atomic<bool> stop{false};
};

/// Notes the step, and lets the listener look at the wavefield.
class Listener final : public run::Observer {
 public:
  Listener(const run::Experiment& experiment, const unda_listener& functions, Exchange& exchange, Progress& progress)
      : experiment_(experiment), functions_(functions), exchange_(exchange), progress_(progress) {}

  void start(method::Simulation& simulation) override { simulation_ = &simulation; }

  std::optional<run::Stop> after_step(const run::TimeStep& now) override {
    progress_.step = now.step;
    progress_.n_steps = now.n_steps;
    progress_.time = now.time;
    if (functions_.after_step && functions_.every > 0 && now.step % functions_.every == 0) {
      unda_simulation seen{exchange_, experiment_, *simulation_, now.time, now.step};
      exchange_.ask_caller([&] {
        if (functions_.after_step(functions_.self, &seen, now.step, now.n_steps, now.time) != 0) progress_.stop = true;
      });
    }
    if (!progress_.stop) return {};
    return run::Stop{
        fmt::format("stopped by the caller at step {} of {}, t = {:.4g} s", now.step, now.n_steps, now.time), false,
        true};
  }

 private:
  const run::Experiment& experiment_;
  const unda_listener& functions_;
  Exchange& exchange_;
  Progress& progress_;
  method::Simulation* simulation_ = nullptr;
};

Json snapshot_facts(const run::KeptSnapshots& snapshots, int dim) {
  Json facts = layout_of(snapshots.points, dim), taken = Json::array(), quantities = Json::object();
  for (const scenario::Quantity quantity : snapshots.quantities)
    quantities[scenario::name_of(quantity)] = {{"units", output::units(quantity)},
                                               {"components", output::component_names(quantity, dim)}};
  for (const run::KeptSnapshot& s : snapshots.taken) {
    Json times = Json::object();
    for (std::size_t q = 0; q < s.times.size(); ++q) times[scenario::name_of(snapshots.quantities[q])] = s.times[q];
    taken.push_back({{"step", s.step}, {"asked_time", s.asked_time}, {"time_of", times}});
  }
  facts["quantities"] = quantities;
  facts["taken"] = taken;
  return facts;
}

/// Into a result directory, or into memory where there is none.
Json run_and_tell(const scenario::Scenario& s, const Json& options, const run::MakeObserver& watch,
                  const Progress& told, unda_result& result) {
  const bool single = s.solver.precision == scenario::Precision::single_precision;
  Json stopped = "", report, warnings = Json::array(), notes = warnings, snapshots;
  if (const std::string out = options.value("out", std::string()); !out.empty()) {
    run::RunOptions wanted;
    wanted.out = out;
    wanted.overwrite = options.value("overwrite", false);
    wanted.restart = options.value("restart", false);
    wanted.watch = watch;
    try {
      result.take(run::run_scenario(s, wanted), single);
    } catch (const run::Interrupted& e) {
      stopped = e.what();
      result.take(output::read_traces(std::filesystem::path(out) / "traces.h5"), single);
    }
  } else {
    run::MemoryResult run = run::run_in_memory(s, watch);
    if (run.stop) stopped = run.stop->reason;
    result.take(std::move(run.traces), single);
    report = Json::parse(run.report);
    warnings = run.warnings;
    notes = run.notes;
    if (run.snapshots) {
      snapshots = snapshot_facts(*run.snapshots, s.domain.dim);
      result.take(std::move(*run.snapshots), s.domain.dim);
    }
  }
  Json facts = result.facts();
  facts["stopped"] = stopped;
  facts["by_caller"] = told.stop.load();
  facts["report"] = report;
  facts["warnings"] = warnings;
  facts["notes"] = notes;
  facts["snapshots"] = snapshots;
  return facts;
}

}  // namespace
}  // namespace unda::api

unda_result* unda_run(const unda_scenario* scenario, const char* options, const unda_listener* listener,
                      char** answer) {
  const unda_listener functions = listener ? *listener : unda_listener{nullptr, nullptr, nullptr, 0};
  auto result = std::make_unique<unda_result>();
  bool failed = false;
  api::Json facts;
  api::Exchange exchange;
  api::Progress progress;
  const auto work = [&] {
    try {
      const run::MakeObserver watch = [&](const run::Experiment& experiment) {
        return std::make_unique<api::Listener>(experiment, functions, exchange, progress);
      };
      facts = api::run_and_tell(scenario->scenario, api::Json::parse(options), watch, progress, *result);
    } catch (...) {
      facts = api::error_in_flight();
      failed = true;
    }
  };
  exchange.run(work, scenario->threads, [&] {
    if (functions.watch && functions.watch(functions.self, progress.step, progress.n_steps, progress.time) != 0)
      progress.stop = true;
  });
  *answer = api::text_of(facts);
  return failed ? nullptr : result.release();
}

namespace {

std::optional<scenario::Quantity> quantity_named(const char* name) {
  const auto& names = scenario::names<scenario::Quantity>;
  const auto found = std::find(names.begin(), names.end(), std::string(name));
  if (found == names.end()) return {};
  return static_cast<scenario::Quantity>(found - names.begin());
}

/// Has the worker do it; false where it throws.
bool done_by_worker(unda_simulation& simulation, const std::function<void()>& work) {
  bool done = false;
  simulation.exchange.ask_worker([&] {
    try {
      work();
      done = true;
    } catch (...) {
    }
  });
  return done;
}

}  // namespace

char* unda_wavefield(unda_simulation* simulation, const char* name) {
  api::Json facts;
  simulation->exchange.ask_worker([&] {
    try {
      const auto quantity = quantity_named(name);
      const int dim = simulation->experiment.scenario->domain.dim;
      if (!quantity || !run::has_wavefield(simulation->fields, *quantity))
        throw InputError(fmt::format("method {} has no wavefield of \"{}\"",
                                     scenario::name_of(simulation->experiment.scenario->solver.method), name));
      facts = api::layout_of(simulation->fields.snapshot_points(), dim);
      facts["shape"] = {simulation->fields.n_snapshot_points(), scenario::n_components(*quantity, dim)};
      facts["components"] = output::component_names(*quantity, dim);
      facts["units"] = output::units(*quantity);
      facts["time"] = simulation->time + simulation->fields.snapshot_time_offset(*quantity) * simulation->experiment.dt;
    } catch (...) {
      facts = api::error_in_flight();
    }
  });
  return api::text_of(facts);
}

int unda_wavefield_values(unda_simulation* simulation, const char* name, float* values) {
  const auto quantity = quantity_named(name);
  if (!quantity) return 1;
  const auto n = simulation->fields.n_snapshot_points() * static_cast<std::size_t>(scenario::n_components(
                                                              *quantity, simulation->experiment.scenario->domain.dim));
  return done_by_worker(*simulation, [&] { simulation->fields.snapshot(*quantity, {values, n}); }) ? 0 : 1;
}

int unda_wavefield_mesh(unda_simulation* simulation, float* points, int64_t* cells) {
  const auto copy = [&] {
    const auto all = simulation->fields.snapshot_points();
    const auto& mesh = std::get<method::SnapshotMesh>(all);
    std::copy(mesh.points.begin(), mesh.points.end(), points);
    std::copy(mesh.cells.begin(), mesh.cells.end(), cells);
  };
  return done_by_worker(*simulation, copy) ? 0 : 1;
}

double unda_energy(unda_simulation* simulation) {
  double energy = 0;
  done_by_worker(*simulation, [&] { energy = simulation->fields.energy(); });
  return energy;
}
