// The time loop: advance, ask the observers, go on.
#include "run/time_loop.hpp"

namespace unda::run {

LoopEnd run_time_loop(method::Simulation& simulation, double dt, std::int64_t first, std::int64_t n_steps,
                      const std::vector<std::unique_ptr<Observer>>& observers) {
  LoopEnd end;
  Moment moment{first, n_steps, 0};
  while (!end.stop && moment.step < n_steps) {
    simulation.advance();
    ++moment.step;
    moment.time = static_cast<double>(moment.step) * dt;
    for (const auto& observer : observers) {
      std::optional<Stop> wish = observer->after_step(moment);
      if (wish && !end.stop) end.stop = std::move(wish);
    }
  }
  for (const auto& observer : observers) observer->finish(moment);
  end.steps_done = moment.step;
  return end;
}

}  // namespace unda::run
