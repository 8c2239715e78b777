// The time loop: advance, ask the observers, go on.
#include "run/time_loop.hpp"

namespace unda::run {

LoopEnd run_time_loop(method::Simulation& simulation, double dt, std::int64_t first, std::int64_t n_steps,
                      const std::vector<std::unique_ptr<Observer>>& observers) {
  LoopEnd end;
  TimeStep now{first, n_steps, 0};
  while (!end.stop && now.step < n_steps) {
    simulation.advance();
    ++now.step;
    now.time = static_cast<double>(now.step) * dt;
    for (const auto& observer : observers) {
      std::optional<Stop> wish = observer->after_step(now);
      if (wish && !end.stop) end.stop = std::move(wish);
    }
  }
  for (const auto& observer : observers) observer->finish(now);
  end.steps_done = now.step;
  return end;
}

}  // namespace unda::run
