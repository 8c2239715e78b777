// Simulating.
#include "run/simulate.hpp"

#include "base/error.hpp"
#include "base/timer.hpp"
#include "run/stability_guard.hpp"
#include "run/time_loop.hpp"
#include "run/trace_recorder.hpp"

namespace unda::run {

SimulationResult simulate(Experiment& e, std::vector<std::unique_ptr<Observer>> others,
                          const Checkpointing& checkpointing) {
  const Timer setup;
  const auto [simulation, n_steps] = start(e);
  std::vector<std::unique_ptr<Observer>> observers;
  observers.push_back(std::make_unique<TraceRecorder>(e));
  const auto& recorder = static_cast<const TraceRecorder&>(*observers.back());
  observers.push_back(std::make_unique<StabilityGuard>(e));
  for (auto& other : others) observers.push_back(std::move(other));

  for (const auto& observer : observers) observer->start(*simulation);
  SimulationResult result;
  const auto transfer = [&fields = *simulation, &observers](method::State& state) {
    fields.transfer(state);
    for (const auto& observer : observers) observer->transfer(state);
  };
  if (checkpointing.restart) result.first_step = restore(e, checkpointing, transfer);
  if (checkpointing.wanted()) {
    observers.push_back(std::make_unique<CheckpointWriter>(e, checkpointing, transfer));
    observers.back()->start(*simulation);
  }
  simulation->wait();
  result.setup_seconds = setup.seconds();
  const Timer timer;
  const LoopEnd end = run_time_loop(*simulation, e.dt, result.first_step, n_steps, observers);
  result.loop_seconds = timer.seconds();
  result.sizes = simulation->sizes();
  result.time_dispersion_corrected = simulation->time_accuracy().corrected;
  result.stop = end.stop;
  result.steps_done = end.steps_done;
  result.traces = recorder.traces();
  if (const std::int64_t n = recorder.n_unsound_samples(); n > 0 && !result.stop)
    result.stop = Stop{fmt::format("the traces are not finite in {} precision from t = {:.4g} s on ({} of {} samples)",
                                   scenario::name_of(e.scenario->solver.precision),
                                   static_cast<double>(result.traces.time.size()) * e.scenario->time.sample_interval, n,
                                   e.scenario->time.n_samples())};
  require(result.stop || result.traces.complete || !e.communicator.is_root(),
          "the run ended before its last sample could be written");
  return result;
}

}  // namespace unda::run
