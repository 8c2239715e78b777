// The time loop: advance, ask the observers, go on.
#include "run/time_loop.hpp"

namespace unda::run {

std::optional<Stop> run_time_loop(method::Propagator& propagator, double dt, std::int64_t n_steps,
                                  const std::vector<std::unique_ptr<Observer>>& observers) {
  std::optional<Stop> stop;
  Moment moment{0, n_steps, 0};
  while (!stop && moment.step < n_steps) {
    propagator.advance();
    ++moment.step;
    moment.time = static_cast<double>(moment.step) * dt;
    for (const auto& observer : observers) {
      std::optional<Stop> wish = observer->after_step(moment);
      if (wish && !stop) stop = std::move(wish);
    }
  }
  for (const auto& observer : observers) observer->finish(moment);
  return stop;
}

}  // namespace unda::run
