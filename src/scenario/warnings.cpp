// What is allowed in a scenario but probably not meant.
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "scenario/checks.hpp"

namespace unda::scenario {

namespace {

/// |s(0)| / max |s| of the analytic time functions that do not start at zero by themselves.
double relative_start(const TimeFunctionSpec& f) {
  if (f.kind == TimeFunctionKind::ricker) {
    const double a = std::pow(std::numbers::pi * f.frequency * f.delay, 2);
    return std::abs((1 - 2 * a) * std::exp(-a));
  }
  if (f.kind == TimeFunctionKind::gaussian) return std::exp(-std::pow(f.delay / f.sigma, 2) / 2);
  return 0;
}

void warn_of_start(Scenario& v, std::size_t i) {
  const TimeFunctionSpec& f = v.sources[i].time_function;
  const std::string key = fmt::format("source[{}].time_function", i);
  const std::string better = f.kind == TimeFunctionKind::ricker
                                 ? fmt::format("1.5 / frequency = {:.4g} s", 1.5 / f.frequency)
                                 : fmt::format("6 sigma = {:.4g} s", 6 * f.sigma);
  if (f.delay < 0)
    v.warnings.push_back(v.complaint(
        key, fmt::format("the peak lies before t = 0 (delay = {}); a delay of {} keeps all of it", f.delay, better)));
  else if (const double start = relative_start(f); start > 0.01)
    v.warnings.push_back(v.complaint(
        key, fmt::format("s(0) is {:.2g} of the peak: the source starts with a jump; a delay of {} avoids it", start,
                         better)));
}

const char* methods[] = {"fd", "sem", "dg"};

/// A change on the command line that another key puts aside, or that is of a method which does not run.
void warn_of_changes_without_effect(Scenario& v) {
  const std::string own = name_of(v.solver.method);
  const auto chosen = v.places.find("solver.method");
  if (chosen != v.places.end() && chosen->second.override_text.starts_with("--methods")) return;  // one of several runs
  for (const auto& [key, origin] : v.places) {
    if (!origin.from_override) continue;
    for (const std::string method : methods)
      if (method != own && (key.starts_with("mesh." + method + ".") || key.starts_with("solver." + method + ".")))
        v.warnings.push_back(fmt::format("{}: has no effect: solver.method is \"{}\"", origin.override_text, own));
    if (key != "mesh.spacing" && key != "mesh.max_frequency" && key != "mesh.file") continue;
    const std::string name = key.substr(5);
    for (const char* size : {"spacing", "max_frequency", "file"}) {
      const auto other = v.places.find(fmt::format("mesh.{}.{}", own, size));
      if (other == v.places.end() || (name == "max_frequency" && std::string(size) != name)) continue;
      const bool has_own = v.solver.method != Method::fd || name != "file";
      v.warnings.push_back(fmt::format("{}: has no effect: {} goes before it{}", origin.override_text,
                                       v.where(other->first),
                                       has_own ? fmt::format("; use --set mesh.{}.{}", own, name) : ""));
      break;
    }
    if (name == "max_frequency" && v.mesh.spacing)
      v.warnings.push_back(fmt::format("{}: does not change the mesh: spacing goes before it", origin.override_text));
  }
}

/// Two sizes in one table, of which one counts.
void warn_of_two_sizes(Scenario& v) {
  for (const std::string& table : {std::string("mesh."), fmt::format("mesh.{}.", name_of(v.solver.method))}) {
    const auto frequency = v.places.find(table + "max_frequency"), spacing = v.places.find(table + "spacing");
    if (frequency == v.places.end() || spacing == v.places.end()) continue;
    if (frequency->second.from_override || spacing->second.from_override) continue;  // changed for one run
    v.warnings.push_back(
        v.complaint(frequency->first, "does not change the mesh: spacing goes before it; leave one out"));
  }
}

/// One file serves all methods: what is for one of them is a remark for the others, unless it was asked for in this run.
void tell_generator(Scenario& v) {
  if (!v.mesh.by_gmsh() || v.solver.method == Method::dg) return;
  const auto place = v.places.find("mesh.generator");
  const auto chosen = v.places.find("solver.method");
  const bool one_of_several = chosen != v.places.end() && chosen->second.override_text.starts_with("--methods");
  const bool asked_for = place != v.places.end() && place->second.from_override && !one_of_several;
  (asked_for ? v.warnings : v.notes)
      .push_back(v.complaint(
          "mesh.generator",
          fmt::format("\"gmsh\" makes tetrahedra for dg alone; {} makes a mesh of its own", name_of(v.solver.method))));
}

}  // namespace

void add_warnings(Scenario& v) {
  warn_of_two_sizes(v);
  warn_of_changes_without_effect(v);
  tell_generator(v);
  for (std::size_t i = 0; i < v.sources.size(); ++i)
    if (v.places.contains(fmt::format("source[{}].time_function", i))) warn_of_start(v, i);
  if (v.sources.empty() && !v.initial)
    v.warnings.push_back(
        fmt::format("{}: there is neither a source nor an initial field: everything stays at rest", v.file.string()));
  if (v.receivers.empty() && !v.output.snapshots && !v.output.surface)
    v.warnings.push_back(
        fmt::format("{}: there are neither receivers nor snapshots: nothing is recorded", v.file.string()));
}

}  // namespace unda::scenario
