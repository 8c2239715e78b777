// Signals to stops.
#include "run/interrupt.hpp"

#include <csignal>

#include <fmt/format.h>

namespace unda::run {
namespace {

volatile std::sig_atomic_t received = 0;

void note(int signal) {
  received = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt(const parallel::Communicator& ranks) : ranks_(ranks) {
  received = 0;
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

std::optional<Stop> Interrupt::after_step(const Moment& m) {
  // A signal reaches the ranks at different moments; now and then they agree.
  constexpr std::int64_t agreement_interval = 8;
  if (ranks_.size() > 1 && m.step % agreement_interval != 0) return {};
  int strongest = received;
  if (ranks_.size() > 1) strongest = static_cast<int>(ranks_.max(static_cast<double>(received)));
  if (strongest == 0) return {};
  return Stop{fmt::format("stopped by {} at step {} of {}, t = {:.4g} s", strongest == SIGINT ? "SIGINT" : "SIGTERM",
                          m.step, m.n_steps, m.time),
              false, true};
}

}  // namespace unda::run
