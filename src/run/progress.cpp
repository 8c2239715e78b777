// The progress line.
#include "run/progress.hpp"

#include <cmath>
#include <cstdio>
#include <unistd.h>

#include <fmt/format.h>

#include "base/log.hpp"
#include "parallel/launcher.hpp"

namespace unda::run {

std::string duration_text(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  const auto s = static_cast<long>(std::lround(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
}

// A launcher gives its processes a terminal, whatever its own output is.
ProgressLine::ProgressLine() : terminal_(isatty(STDOUT_FILENO) == 1 && !parallel::is_started_by_launcher()) {}

void ProgressLine::show(const std::function<std::string()>& text) {
  const double elapsed = timer_.seconds();
  const double interval = terminal_ ? 0.2 : elapsed < 60 ? 5 : 60;
  if (elapsed - last_shown_ < interval) return;
  last_shown_ = elapsed;
  if (terminal_) {
    fmt::print("\r\033[K{}", text());
    std::fflush(stdout);
  } else {
    log::line(text());
  }
}

void ProgressLine::clear() {
  if (terminal_ && last_shown_ > 0) fmt::print("\r\033[K");
}

Progress::Progress(std::int64_t cells, std::unique_ptr<SetupProgress> setting_up)
    : cells_(cells), setting_up_(std::move(setting_up)) {}

std::string Progress::text(const TimeStep& m) const {
  const double elapsed = timer_.seconds();
  const double rate = static_cast<double>(m.step - first_step_) / elapsed;
  return fmt::format("{:3.0f} %  step {} of {}  t = {:.4g} s  {:.3g} M updates/s  {} left",
                     100.0 * static_cast<double>(m.step) / static_cast<double>(m.n_steps), m.step, m.n_steps, m.time,
                     rate * static_cast<double>(cells_) / 1e6,
                     duration_text(static_cast<double>(m.n_steps - m.step) / rate));
}

std::optional<Stop> Progress::after_step(const TimeStep& m) {
  if (first_step_ < 0) {
    first_step_ = m.step;
    timer_.restart();
    return {};
  }
  line_.show([&] { return text(m); });
  return {};
}

void Progress::finish(const TimeStep& /*now*/) { line_.clear(); }

}  // namespace unda::run
