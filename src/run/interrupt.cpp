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

Interrupt::Interrupt() {
  received = 0;
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

std::optional<Stop> Interrupt::after_step(const Moment& m) {
  if (received == 0) return {};
  return Stop{fmt::format("stopped by {} at step {} of {}, t = {:.4g} s", received == SIGINT ? "SIGINT" : "SIGTERM",
                          m.step, m.n_steps, m.time)};
}

}  // namespace unda::run
