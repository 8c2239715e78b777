// Traces to measures to CSV.
#include "run/measure.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/log.hpp"
#include "exec/for_each.hpp"
#include "numerics/ground_motion.hpp"
#include "numerics/zero_phase_filter.hpp"
#include "output/export/new_files.hpp"
#include "output/traces.hpp"
#include "run/result_directory.hpp"
#include "run/result_files.hpp"
#include "run/shot_index.hpp"

namespace unda::run {

namespace fs = std::filesystem;

namespace {

using numerics::Measures;
using numerics::Motion;
using output::TraceGroup;
using scenario::Quantity;

/// From which quantity the others are made, in the order of preference.
constexpr Quantity preferred[]{Quantity::acceleration, Quantity::velocity, Quantity::displacement};

struct Row {
  std::string component;
  Measures measures;
};

/// The motions of the receivers of one group.
class GroupMotion {
 public:
  GroupMotion(const TraceGroup& group, double dt, std::size_t n_samples, const numerics::Corners& corners)
      : group_(group), dt_(dt), n_(n_samples), corners_(corners) {}

  bool any() const {
    return std::any_of(std::begin(preferred), std::end(preferred), [&](Quantity q) { return has(q); });
  }
  int n_components() const {
    for (const Quantity q : preferred)
      if (has(q)) return group_.quantities.at(q).n_components;
    return 0;
  }

  Motion of(std::size_t receiver, int component) const {
    Motion m;
    const auto a = recorded(Quantity::acceleration, receiver, component);
    const auto v = recorded(Quantity::velocity, receiver, component);
    const auto u = recorded(Quantity::displacement, receiver, component);
    m.velocity = v ? *v : a ? numerics::time_integral(*a, dt_) : numerics::time_derivative(*u, dt_);
    m.acceleration = a ? *a : numerics::time_derivative(m.velocity, dt_);
    m.displacement = u ? *u : numerics::time_integral(m.velocity, dt_);
    return m;
  }

  /// What was not recorded and is made of what was.
  std::string derived() const {
    std::string out;
    const auto add = [&](const char* text) { out += (out.empty() ? "" : "; ") + std::string(text); };
    if (!has(Quantity::velocity))
      add(has(Quantity::acceleration) ? "velocity by integrals of acceleration"
                                      : "velocity by differences of displacement");
    if (!has(Quantity::acceleration)) add("acceleration by differences of velocity");
    if (!has(Quantity::displacement)) add("displacement by integrals of velocity");
    return out;
  }

 private:
  bool has(Quantity q) const { return group_.quantities.contains(q); }
  std::optional<std::vector<double>> recorded(Quantity q, std::size_t receiver, int component) const {
    if (!has(q)) return {};
    const output::TraceArray& array = group_.quantities.at(q);
    const auto first =
        array.values.begin() +
        static_cast<std::ptrdiff_t>(
            (receiver * static_cast<std::size_t>(array.n_components) + static_cast<std::size_t>(component)) * n_);
    const std::vector<double> trace(first, first + static_cast<std::ptrdiff_t>(n_));
    return corners_.any() ? numerics::zero_phase_filter(trace, dt_, corners_) : trace;
  }

  const TraceGroup& group_;
  double dt_;
  std::size_t n_;
  numerics::Corners corners_;
};

/// The components, and in 3-D what is common for the two horizontal ones.
std::vector<Row> rows_of(const GroupMotion& motion, std::size_t receiver, const std::vector<std::string>& names,
                         const numerics::MotionMeter& meter) {
  std::vector<Row> rows;
  std::vector<Motion> horizontal;
  for (int c = 0; c < motion.n_components(); ++c) {
    const Motion m = motion.of(receiver, c);
    rows.push_back({names[static_cast<std::size_t>(c)], meter.of(m)});
    if (names.size() == 3 && c < 2) horizontal.push_back(m);
  }
  if (horizontal.size() == 2) {
    rows.push_back({"geometric_mean", numerics::MotionMeter::geometric_mean(rows[0].measures, rows[1].measures)});
    rows.push_back({"rotd50", meter.median_of_directions(horizontal[0], horizontal[1])});
  }
  return rows;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

class Measurement {
 public:
  Measurement(const MeasureOptions& options, const fs::path& file)
      : options_(options), file_(file), traces_(output::read_traces(file)) {
    if (traces_.time.size() < 3)
      throw InputError(fmt::format("{}: has {} samples; measures need 3 at least", file.string(), traces_.time.size()));
    dt_ = (traces_.time.back() - traces_.time.front()) / static_cast<double>(traces_.time.size() - 1);
    text_ = "receivers,label,x,y,z,component";
    for (const std::string& name : Measures::names(options.periods)) text_ += "," + name;
    text_ += "\n";
    warn_of_short_periods();
  }

  std::string run() {
    for (const TraceGroup& group : traces_.groups)
      if (options_.receivers.empty() || group.name == options_.receivers) add(group);
    if (n_rows_ == 0)
      throw InputError(fmt::format(
          "{}: {} records displacement, velocity or acceleration", file_.string(),
          options_.receivers.empty() ? "no group of receivers" : fmt::format("no group '{}'", options_.receivers)));
    return std::move(text_);
  }

 private:
  void warn_of_short_periods() const {
    for (const double period : options_.periods)
      if (period < 10 * dt_)
        log::warn(
            "--periods: {:g} s has fewer than 10 samples of {:g} s: its PSA is that of straight lines between them",
            period, dt_);
  }

  void add(const TraceGroup& group) {
    const GroupMotion motion(group, dt_, traces_.time.size(), options_.corners);
    if (!motion.any()) return;
    const numerics::MotionMeter meter(options_.periods, options_.damping, dt_);
    const std::vector<std::string> names = output::component_names(Quantity::velocity, traces_.dim);
    std::vector<std::vector<Row>> rows(group.positions.size());
    exec::for_each_heavy(rows.size(), [&](std::size_t r) { rows[r] = rows_of(motion, r, names, meter); });
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (const Row& row : rows[r]) write(group, r, row);
    tell(group, rows, motion.derived());
  }

  void write(const TraceGroup& group, std::size_t r, const Row& row) {
    const Vector& x = group.positions[r];
    text_ += fmt::format("{},{},{:.10g},{:.10g},{:.10g},{}", csv_field(group.name), csv_field(group.labels[r]), x[0],
                         x[1], x[2], row.component);
    for (const double value : row.measures.list()) text_ += fmt::format(",{:.8g}", value);
    text_ += "\n";
    ++n_rows_;
  }

  /// The largest over the receivers, by component.
  void tell(const TraceGroup& group, const std::vector<std::vector<Row>>& rows, const std::string& derived) const {
    log::say("{}: {} receiver{}{}", group.name, rows.size(), rows.size() == 1 ? "" : "s",
             derived.empty() ? "" : " (" + derived + ")");
    const std::vector<std::string> names = Measures::names(options_.periods);
    std::string head = fmt::format("  {:<15}", "largest");
    for (const std::string& name : names) head += fmt::format(" {:>9}", name);
    log::line(head);
    for (std::size_t c = 0; c < rows.front().size(); ++c) {
      std::vector<double> most(names.size(), 0);
      for (const auto& of_receiver : rows) {
        const std::vector<double> list = of_receiver[c].measures.list();
        for (std::size_t k = 0; k < list.size(); ++k) most[k] = std::max(most[k], list[k]);
      }
      std::string line = fmt::format("  {:<15}", rows.front()[c].component);
      for (const double value : most) line += fmt::format(" {:>9.3g}", value);
      log::line(line);
    }
  }

  const MeasureOptions& options_;
  fs::path file_;
  output::Traces traces_;
  double dt_ = 0;
  std::string text_;
  std::size_t n_rows_ = 0;
};

void check(const MeasureOptions& o) {
  for (const double period : o.periods)
    if (!(period > 0 && std::isfinite(period)))
      throw InputError(fmt::format("--periods: found {}; must be greater than 0 s", period));
  if (!(o.damping >= 0 && o.damping < 1))
    throw InputError(
        fmt::format("--damping: found {}; must be a part of the critical, from 0 to less than 1", o.damping));
}

}  // namespace

std::vector<fs::path> measure(const MeasureOptions& options) {
  check(options);
  output::NewFiles written(options.overwrite);
  std::vector<fs::path> results;
  for (const auto& [traces, out] : made_of_traces(options.traces, "measures.csv", options.out)) {
    if (holds_shots(options.traces)) log::say("{}", traces.parent_path().filename().string());
    written.write(out, Measurement(options, traces).run());
    results.push_back(traces.parent_path());
  }
  written.commit();
  if (options.out.empty())
    for (const fs::path& result : results) note_file(result / "measures.csv");
  for (const fs::path& target : written.targets()) log::line(target.string());
  return results;
}

}  // namespace unda::run
