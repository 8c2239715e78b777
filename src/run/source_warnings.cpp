// Looking at s(t) over the time of the run.
#include "run/source_warnings.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "run/place_points.hpp"

namespace unda::run {
namespace {

constexpr double largest_jump = 0.01;    // of the peak
constexpr double smallest_share = 0.01;  // of the peak: less within the run is as good as nothing
constexpr double whole_peak = 0.99;      // of the peak: less within the run is a part of s(t)
constexpr int n_looks = 4000;
constexpr std::size_t most_pairs = 10'000'000;  // of sources and receivers whose distance is looked at

double largest_between(const numerics::TimeFunction& s, double a, double b) {
  double largest = 0;
  for (int n = 0; n <= n_looks; ++n) largest = std::max(largest, std::abs(s.value(a + (b - a) * n / n_looks)));
  return largest;
}

/// How far s jumps at t = 0, where the run starts. Before that everything is at rest.
double jump_at_start(const numerics::TimeFunction& s, double dt) {
  return std::max(std::abs(s.value(0)), std::abs(s.value(1e-6 * dt)));
}

std::string complaint_about(const numerics::TimeFunction& s, const Experiment& e, bool start_is_told) {
  const double duration = e.scenario->time.duration, peak = s.peak();
  if (!(peak > 0)) return "s(t) is zero at all times: this source does nothing";
  const double largest = largest_between(s, 0, std::min(duration, std::max(s.end(), e.dt)));
  if (largest < smallest_share * peak)
    return fmt::format(
        "s(t) stays below {:.0f} % of its peak during the run, from 0 to time.duration = {:.4g} s: this "
        "source does next to nothing. Take a smaller delay or a longer time.duration",
        100 * smallest_share, duration);
  if (largest < whole_peak * peak)
    return fmt::format(
        "the run ends at time.duration = {:.4g} s, when s(t) has come to {:.0f} % of its peak: what follows of this "
        "source does not act. Take a smaller delay or a longer time.duration",
        duration, 100 * largest / peak);
  if (const double jump = jump_at_start(s, e.dt); jump > largest_jump * peak && !start_is_told)
    return fmt::format(
        "s jumps to {:.2g} of its peak at t = 0, which excites waves of all frequencies: let it start "
        "from zero",
        jump / peak);
  return {};
}

/// When s(t) begins to be seen.
double onset_of(const numerics::TimeFunction& s, double duration) {
  for (int n = 0; n <= n_looks; ++n)
    if (std::abs(s.value(duration * n / n_looks)) > smallest_share * s.peak()) return duration * n / n_looks;
  return duration;
}

/// A run that ends before the fastest wave has come to any receiver.
void warn_of_silence(Experiment& e) {
  const scenario::Scenario& s = *e.scenario;
  std::size_t n_receivers = 0;
  for (const scenario::ReceiverSpec& group : s.receivers) n_receivers += group.positions.size();
  if (s.initial || e.sources.empty() || n_receivers == 0 || n_receivers * e.sources.size() > most_pairs) return;
  const double fastest = e.model->extremes().vp_max;
  double first = INFINITY;
  for (const method::PointSource& source : e.sources) {
    const bool of_fault = s.sources[source.table].fault != nullptr;
    const double onset = of_fault ? source.time_function->start() : onset_of(*source.time_function, s.time.duration);
    for (const scenario::ReceiverSpec& group : s.receivers)
      for (std::size_t r = 0; r < group.positions.size(); ++r)
        first = std::min(first, onset + norm(source.position - place_of(group, r)) / fastest);
  }
  if (first > s.time.duration)
    e.warnings.push_back(
        fmt::format("{}: the run ends at {:.4g} s, before any wave has come to a receiver: at {:.6g} m/s the first is "
                    "there at {:.4g} s. Take a longer duration",
                    s.where("time.duration"), s.time.duration, fastest, first));
}

}  // namespace

void warn_of_sources(Experiment& e) {
  const scenario::Scenario& s = *e.scenario;
  const std::size_t n_before = e.warnings.size();
  std::vector<std::size_t> n_late(s.sources.size(), 0), n_of(s.sources.size(), 0);
  for (const method::PointSource& source : e.sources) {
    if (s.sources[source.table].fault) {
      ++n_of[source.table];
      if (source.time_function->start() >= s.time.duration) ++n_late[source.table];
      continue;
    }
    using Kind = scenario::TimeFunctionKind;
    const Kind kind = s.sources[source.table].time_function.kind;
    const bool start_is_told = kind == Kind::ricker || kind == Kind::gaussian;  // by the reader, with a better delay
    const std::string text = complaint_about(*source.time_function, e, start_is_told);
    if (!text.empty())
      e.warnings.push_back(fmt::format("{}: {}", s.where(fmt::format("source[{}].time_function", source.table)), text));
  }
  for (std::size_t n = 0; n < s.sources.size(); ++n)
    if (n_late[n] > 0)
      e.warnings.push_back(fmt::format("{}: {} of {} slips start after time.duration = {:.4g} s and do nothing",
                                       s.where(fmt::format("source[{}].file", n)), n_late[n], n_of[n],
                                       s.time.duration));
  if (e.warnings.size() == n_before) warn_of_silence(e);
}

}  // namespace unda::run
