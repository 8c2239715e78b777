// Signals to stops.
#include "run/interrupt.hpp"

#include <fmt/format.h>

#include "base/stop_signal.hpp"

namespace unda::run {

std::optional<Stop> Interrupt::after_step(const TimeStep& m) {
  // A signal reaches the ranks at different moments; now and then they agree.
  constexpr std::int64_t agreement_interval = 8;
  if (ranks_.size() > 1 && m.step % agreement_interval != 0) return {};
  const auto strongest = static_cast<int>(ranks_.max(static_cast<double>(stop_signal::received())));
  if (strongest == 0) return {};
  return Stop{fmt::format("stopped by {} at step {} of {}, t = {:.4g} s", stop_signal::name_of(strongest), m.step,
                          m.n_steps, m.time),
              false, true};
}

}  // namespace unda::run
