// From the files of other programs to positions, moments and forces in the scenario's frame.
#include "scenario/resolve_files.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/utc.hpp"
#include "scenario/checks.hpp"
#include "scenario/ground.hpp"
#include "scenario/quake_ml.hpp"
#include "scenario/resolve_fault.hpp"
#include "scenario/solution_file.hpp"
#include "scenario/station_xml.hpp"
#include "scenario/stations.hpp"
#include "scenario/xml_file.hpp"

namespace unda::scenario {

namespace {

void resolve_receivers(Scenario& v, std::size_t i, const Ground& ground, Problems& problems) {
  ReceiverSpec& group = v.receivers[i];
  FileProblems wrong(fmt::format("receivers[{}].file", i), group.file, problems);
  std::vector<FileComplaint> complaints;
  const std::vector<Station> stations =
      looks_like_xml(group.file) ? read_station_xml(group.file, complaints) : read_stations(group.file, complaints);
  wrong.add(complaints);
  bool elevated = false;
  for (const Station& station : stations) {
    Vector p{};
    std::string reason = ground.place(station.latitude, station.longitude, station.burial, p);
    if (reason.empty()) reason = ground.outside(p, "station " + station.label, v.has_shaped_surface());
    if (!reason.empty()) wrong.add(station.line, reason);
    group.positions.push_back(p);
    group.labels.push_back(station.label);
    if (v.domain.dim > 1) group.depths.push_back(station.burial);
    if (v.domain.chunk) group.places.push_back({station.latitude, station.longitude});
    elevated = elevated || station.elevation != 0;
  }
  if (wrong.none())
    v.notes.push_back(fmt::format("{}: {} station{}: {}; z = {} - burial{}", group.file.string(), stations.size(),
                                  stations.size() == 1 ? "" : "s", ground.words(),
                                  v.domain.chunk           ? "surface of the sphere"
                                  : v.has_shaped_surface() ? "surface of the mesh"
                                                           : "top of the domain",
                                  elevated ? "; elevations are not used" : ""));
}

/// The time function of an event, its peak 6 sigma (Gaussian) or 1.5 periods (Ricker) after t = 0.
TimeFunctionSpec own_time_function(const SolutionEvent& event) {
  TimeFunctionSpec f;
  f.kind = event.ricker ? TimeFunctionKind::ricker : TimeFunctionKind::gaussian;
  f.frequency = event.frequency;
  f.sigma = sigma_of_half_duration(event.half_duration);
  f.delay = event.ricker ? 1.5 / event.frequency : 6 * f.sigma;
  return f;
}

bool has_delay(const TimeFunctionSpec& f) {
  return f.kind == TimeFunctionKind::ricker || f.kind == TimeFunctionKind::gaussian;
}

std::string without_width(const Scenario& v, const SolutionEvent& event) {
  const double highest = v.mesh.max_frequency.value_or(1);
  const std::string example = event.ricker ? fmt::format("{{ kind = \"ricker\", frequency = {:.3g} }}", highest / 2.5)
                                           : fmt::format("{{ kind = \"gaussian\", sigma = {:.3g} }}", 0.42 / highest);
  return fmt::format("{} is 0; no mesh resolves such a source: give a time_function beside file, for instance {}",
                     event.ricker ? "f0" : "half duration", example);
}

std::string strength_words(const SolutionEvent& event) {
  if (event.kind == SourceKind::force)
    return fmt::format("force {:.6g}, {:.6g}, {:.6g} N along x (east), y (north), z (up)", event.force[0],
                       event.force[1], event.force[2]);
  const auto& m = event.moment;
  return fmt::format(
      "moment from up-south-east in dyne cm to x east, y north, z up in N m: xx {:.6g}, yy {:.6g}, zz "
      "{:.6g}, xy {:.6g}, xz {:.6g}, yz {:.6g}",
      m[0], m[1], m[2], m[3], m[4], m[5]);
}

std::string time_words(const SourceSpec& source, const SolutionEvent& event, bool own) {
  const TimeFunctionSpec& f = source.time_function;
  if (!own) return "time function of the scenario";
  if (event.ricker) return fmt::format("Ricker wavelet of {:.6g} Hz, peak at t = {:.6g} s", f.frequency, f.delay);
  return fmt::format("Gaussian of half duration {:.6g} s: sigma = {:.6g} s, peak at t = {:.6g} s", event.half_duration,
                     f.sigma, f.delay);
}

/// All sources of one file. The first goes where the file was named, the others to the end of the list.
class SourceFile {
 public:
  SourceFile(Scenario& v, std::size_t i, const Ground& ground, Problems& problems)
      : v_(v),
        ground_(ground),
        index_(i),
        base_(v.sources[i]),
        own_time_function_(!v.places.contains(fmt::format("source[{}].time_function", i))),
        wrong_(fmt::format("source[{}].file", i), base_.file, problems) {}

  void resolve() {
    std::vector<FileComplaint> complaints;
    events_ =
        looks_like_xml(base_.file) ? read_quake_ml(base_.file, complaints) : read_solutions(base_.file, complaints);
    wrong_.add(complaints);
    if (!wrong_.none() || events_.empty()) return;
    if (v_.domain.dim != 3)
      return wrong_.add(0, "moments in N m and forces in N need a 3-D domain; in 2-D and 1-D give kind and position");
    find_first();
    for (const SolutionEvent& event : events_) sources_.push_back(source_of(event));
    if (!wrong_.none()) return;
    v_.sources[index_] = sources_.front();
    v_.sources.insert(v_.sources.end(), sources_.begin() + 1, sources_.end());
    tell();
  }

 private:
  /// Time shifts count from the earliest event, whose peak is where a single one has it; the widest event decides how
  /// long before it t = 0 lies.
  void find_first() {
    first_ = events_.front().time_shift;
    for (const SolutionEvent& event : events_) {
      first_ = std::min(first_, event.time_shift);
      if (own_time_function_ && (event.ricker ? event.frequency : event.half_duration) > 0)
        lead_ = std::max(lead_, own_time_function(event).delay);
    }
    if (!own_time_function_ && has_delay(base_.time_function)) lead_ = base_.time_function.delay;
  }

  SourceSpec source_of(const SolutionEvent& event) {
    SourceSpec source = base_;
    source.kind = event.kind;
    source.moment = event.moment;
    source.force = event.force;
    source.depth = event.depth;
    std::string reason = ground_.place(event.latitude, event.longitude, event.depth, source.position);
    if (!reason.empty())
      wrong_.add(event.latitude_line, reason);
    else if (reason = ground_.outside(source.position, "the source", v_.has_shaped_surface()); !reason.empty()) {
      Vector above{};
      ground_.place(event.latitude, event.longitude, 0, above);
      wrong_.add(outside_domain(v_.domain, above).empty() ? event.depth_line : event.latitude_line, reason);
    }
    if (ground_.chunk()) turn(event, source);
    const double shift = event.time_shift - first_;
    if (own_time_function_ && (event.ricker ? event.frequency : event.half_duration) == 0)
      wrong_.add(event.width_line, without_width(v_, event));
    else if (own_time_function_)
      source.time_function = own_time_function(event);
    else if (shift > 0 && !has_delay(source.time_function))
      wrong_.add(event.line, fmt::format("time shifts of several events need a time_function with a delay; \"{}\" has "
                                         "none",
                                         name_of(source.time_function.kind)));
    source.time_function.delay = lead_ + shift;
    return source;
  }

  /// What acts along east, north and up of its place, in the frame.
  void turn(const SolutionEvent& event, SourceSpec& source) const {
    source.place = GeographicOrigin{event.latitude, event.longitude};
    const Compass compass = ground_.chunk()->compass(source.position);
    source.moment = to_frame(compass, source.moment);
    source.force = to_frame(compass, source.force);
  }

  void tell() {
    const bool has_lead = own_time_function_ || has_delay(base_.time_function);
    v_.notes.push_back(fmt::format("{}: {} event{}: {}; depth below the surface in km to m", base_.file.string(),
                                   events_.size(), events_.size() == 1 ? "" : "s", ground_.words()));
    const std::size_t shown = std::min<std::size_t>(events_.size(), 3);
    for (std::size_t k = 0; k < shown; ++k) {
      const SourceSpec& s = sources_[k];
      v_.notes.push_back(fmt::format("  x = {:.6g}, y = {:.6g}, z = {:.6g} m; {}; {}", s.position[0], s.position[1],
                                     s.position[2], strength_words(events_[k]),
                                     time_words(s, events_[k], own_time_function_)));
    }
    if (shown < events_.size()) v_.notes.push_back(fmt::format("  and {} more", events_.size() - shown));
    if (has_lead) set_clock();
  }

  void set_clock() {
    std::optional<std::int64_t> zero = events_.front().origin_time;
    if (zero) *zero += std::llround((first_ - lead_) * 1e6);
    v_.notes.push_back(
        fmt::format("  t = 0 is {:.6g} s before the earliest centroid{}", lead_, zero ? ": " + utc_text(*zero) : ""));
    if (zero && v_.time_zero && *zero != *v_.time_zero)
      v_.warnings.push_back(v_.complaint(
          fmt::format("source[{}].file", index_),
          fmt::format("t = 0 is {} here and {} for another source file: the time between their events is lost. Put the "
                      "events into one file to keep it",
                      utc_text(*zero), utc_text(*v_.time_zero))));
    if (zero && !v_.time_zero) {
      v_.time_zero = zero;
      v_.origin_after_zero = static_cast<double>(*events_.front().origin_time - *zero) * 1e-6;
    }
    if (v_.event_name.empty()) v_.event_name = events_.front().name;
  }

  Scenario& v_;
  const Ground& ground_;
  std::size_t index_;
  SourceSpec base_;
  bool own_time_function_;
  FileProblems wrong_;
  std::vector<SolutionEvent> events_;
  std::vector<SourceSpec> sources_;
  double first_ = 0, lead_ = 0;  ///< s
};

}  // namespace

void resolve_files(Scenario& v, Problems& problems) {
  const auto from_file = [](const auto& spec) { return !spec.file.empty(); };
  if (std::none_of(v.sources.begin(), v.sources.end(), from_file) &&
      std::none_of(v.receivers.begin(), v.receivers.end(), from_file))
    return;
  const Ground ground(v.domain);
  const std::size_t n_sources = v.sources.size();
  for (std::size_t i = 0; i < n_sources; ++i)
    if (from_file(v.sources[i]) && problems.none_in(fmt::format("source[{}]", i))) {
      if (is_fault_file(v.sources[i].file))
        resolve_fault(v, i, ground, problems);
      else
        SourceFile(v, i, ground, problems).resolve();
    }
  for (std::size_t i = 0; i < v.receivers.size(); ++i)
    if (from_file(v.receivers[i]) && problems.none_in(fmt::format("receivers[{}]", i)))
      resolve_receivers(v, i, ground, problems);
}

}  // namespace unda::scenario
