// Planning the runs of unda verify.
#include "verify/verify_plan.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "run/closed_form.hpp"
#include "scenario/reader.hpp"

namespace unda::verify {
namespace {

using scenario::Scenario;

/// Half the spacing, by the key that the scenario uses; and half the time step where it gives one.
std::vector<std::string> refinement(const Scenario& s) {
  const char* method = scenario::name_of(s.solver.method);
  if (!s.mesh.file.empty())
    s.fail("mesh.file", fmt::format("--refine cannot halve the elements of a mesh file; give mesh.{}.spacing", method));
  std::vector<std::string> overrides{
      s.mesh.spacing ? fmt::format("mesh.{}.spacing={:.17g}", method, *s.mesh.spacing / 2)
                     : fmt::format("mesh.{}.max_frequency={:.17g}", method, 2 * s.mesh.max_frequency.value())};
  if (s.time.step) overrides.push_back(fmt::format("time.step={:.17g}", *s.time.step / 2));
  return overrides;
}

class Planner {
 public:
  Planner(const std::filesystem::path& file, const std::vector<std::string>& overrides, const VerifyOptions& options)
      : file_(file), overrides_(overrides), options_(options) {}

  VerifyPlan plan() {
    for (const bool fine : {false, true})
      for (const scenario::Method method : options_.methods)
        if (!fine || options_.refine) add(method, fine);
    const auto n_runs = std::count_if(plan_.runs.begin(), plan_.runs.end(), [](const auto& r) { return r.scenario; });
    if (n_runs == 0) throw InputError(all_reasons());
    if (n_runs == 1 && !plan_.closed_form && options_.references.empty())
      throw InputError(fmt::format(
          "{}: one run ({}) alone has nothing to be compared with, as this scenario has no closed form; add --refine "
          "for a run at half the spacing, or --against with reference seismograms{}",
          file_.string(), the_run(), not_run_words()));
    return std::move(plan_);
  }

 private:
  void add(scenario::Method method, bool fine) {
    const std::string name = scenario::name_of(method);
    if (fine && !ran(name)) return;  // the reason has been told
    PlannedRun planned{{name + (fine ? "-fine" : ""), method, fine, RunStatus::not_run, "", {}}, {}, {}};
    try {
      planned.scenario = read(method, fine);
      const run::Experiment e = run::prepare(*planned.scenario);
      run::steps_for(e);
      planned.run.known = run::expected_misfit(e);
      if (!plan_.closed_form) plan_.closed_form = run::closed_form_of(e);
    } catch (const InputError& error) {
      planned.scenario.reset();
      planned.mistakes = error.messages();
      const std::string choice = fmt::format("--methods {}: solver.method: ", name);  // told by the run's own name
      for (const std::string& mistake : planned.mistakes)
        planned.run.reason += (planned.run.reason.empty() ? "" : "; ") +
                              (mistake.starts_with(choice) ? mistake.substr(choice.size()) : mistake);
    }
    plan_.runs.push_back(std::move(planned));
  }

  /// Traces are all that is compared: no pictures, snapshots or checkpoints beside them.
  Scenario read(scenario::Method method, bool fine) const {
    Scenario s = scenario::read_scenario(file_, overrides_, method);
    if (fine) {
      std::vector<std::string> changes = overrides_;
      for (const std::string& change : refinement(s)) changes.push_back(change);
      s = scenario::read_scenario(file_, changes, method);
    }
    s.output = {};
    s.output.plots = false;
    return s;
  }

  bool ran(const std::string& name) const {
    return std::any_of(plan_.runs.begin(), plan_.runs.end(),
                       [&](const auto& planned) { return planned.run.name == name && planned.scenario; });
  }

  std::string the_run() const {
    return std::find_if(plan_.runs.begin(), plan_.runs.end(), [](const auto& r) { return r.scenario; })->run.name;
  }

  std::string not_run_words() const {
    std::string words;
    for (const PlannedRun& planned : plan_.runs)
      if (!planned.scenario) words += fmt::format(". Not run: {}: {}", planned.run.name, planned.run.reason);
    return words;
  }

  /// Each once: a mistake in the scenario itself is the same for every method.
  std::vector<std::string> all_reasons() const {
    std::vector<std::string> reasons;
    for (const PlannedRun& planned : plan_.runs)
      for (const std::string& mistake : planned.mistakes)
        if (std::find(reasons.begin(), reasons.end(), mistake) == reasons.end()) reasons.push_back(mistake);
    return reasons;
  }

  const std::filesystem::path& file_;
  const std::vector<std::string>& overrides_;
  const VerifyOptions& options_;
  VerifyPlan plan_;
};

}  // namespace

VerifyPlan plan_verification(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                             const VerifyOptions& options) {
  return Planner(file, overrides, options).plan();
}

}  // namespace unda::verify
