// unda reference.
#include "run/reference_command.hpp"

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/timer.hpp"
#include "base/utc.hpp"
#include "exec/machine.hpp"
#include "method/layered_problem.hpp"
#include "output/traces.hpp"
#include "parallel/together.hpp"
#include "run/experiment.hpp"
#include "run/progress.hpp"
#include "run/result_directory.hpp"
#include "run/result_lock.hpp"
#include "scenario/reader.hpp"

namespace unda::run {
namespace {

namespace fs = std::filesystem;
using scenario::Scenario;

/// A scenario with the problem that it poses. Throws InputError where there is no exact form.
struct Posed {
  Scenario scenario;
  method::LayeredForm form;

  explicit Posed(Scenario s) : scenario(std::move(s)) {
    form = method::layered_form(scenario, make_sources(scenario, *model::make_model(scenario)));
    if (!form.problem) scenario.fail(form.key, fmt::format("no exact seismograms are known: {}", form.reason));
  }
};

output::Traces traces_of(const Scenario& s, const reference::LayeredProblem& problem,
                         const std::function<void(double)>& progress) {
  const reference::LayeredTraces exact = reference::layered_seismograms(problem, progress);
  output::Traces traces;
  traces.title = s.title;
  traces.method = "reference";
  traces.dim = s.domain.dim;
  for (std::size_t j = 0; j < problem.n_samples; ++j)
    traces.time.push_back(static_cast<double>(j) * problem.sample_interval);
  std::size_t first = 0;
  for (const scenario::ReceiverSpec& group : s.receivers) {
    output::TraceGroup& to =
        traces.groups.emplace_back(output::TraceGroup{group.name, group.positions, group.labels, {}, {}});
    for (std::size_t q = 0; q < group.quantities.size(); ++q) {
      output::TraceArray& array = to.quantities[group.quantities[q]];
      array.n_components = scenario::n_components(group.quantities[q], s.domain.dim);
      for (std::size_t r = 0; r < group.positions.size(); ++r)
        array.values.insert(array.values.end(), exact[first + r][q].begin(), exact[first + r][q].end());
    }
    first += group.positions.size();
  }
  return traces;
}

std::string report_of(const Posed& posed, double seconds) {
  const Scenario& s = posed.scenario;
  nlohmann::ordered_json r;
  r["version"] = UNDA_VERSION;
  r["scenario"] = s.file.filename().string();
  r["title"] = s.title;
  r["finished"] = utc_now();
  r["status"] = "done";
  r["method"] = "reference";
  r["description"] = posed.form.description;
  r["dims"] = s.domain.dim;
  r["layers"] = posed.form.problem->earth.layers.size();
  r["receivers"] = posed.form.problem->receivers.size();
  r["precision"] = "double";
  r["samples"] = s.time.n_samples();
  r["wall_seconds"] = {{"integration", seconds}};
  r["threads"] = exec::n_threads();
  r["cpu"] = exec::cpu_name();
  r["warnings"] = s.warnings;
  return r.dump(2) + "\n";
}

void write_one(const Posed& posed, const fs::path& directory, const ReferenceOptions& options) {
  const Scenario& s = posed.scenario;
  ResultLock lock;
  make_result_directory(directory, options.overwrite, s, lock);
  log::open_file(claim_file(directory / "run.log"));
  log::say("{}{}{}", s.file.filename().string(), s.title.empty() ? "" : ": ", s.title);
  log::say("  {}", posed.form.description);
  log::say("  {} receivers, {} samples, about {}", posed.form.problem->receivers.size(), s.time.n_samples(),
           duration_text(reference::estimated_seconds(*posed.form.problem) / exec::n_threads()));
  for (const std::string& note : s.notes) log::say("  {}", note);
  for (const std::string& warning : s.warnings) log::warning(warning);
  const Timer timer;
  ProgressLine line;
  const output::Traces traces = traces_of(s, *posed.form.problem, [&](double part) {
    line.show([&] {
      return fmt::format("{:3.0f} %  {} left", 100 * part, duration_text(timer.seconds() * (1 - part) / part));
    });
  });
  line.clear();
  output::write_traces(claim_file(directory / "traces.h5"), traces, false);
  write_text(claim_file(directory / "report.json"), report_of(posed, timer.seconds()));
  log::say("done in {}", duration_text(timer.seconds()));
  if (s.output.plots && options.draw) options.draw(directory);
  log::say("traces: {}", (directory / "traces.h5").string());
  log::close_file();
}

}  // namespace

void write_reference(const fs::path& file, const std::vector<std::string>& overrides, const ReferenceOptions& options) {
  const std::vector<std::string> shots = scenario::read_shots(file, overrides);
  std::vector<Posed> all;
  for (std::size_t n = 0; n < std::max<std::size_t>(1, shots.size()); ++n)
    all.emplace_back(scenario::read_scenario(file, overrides, {}, n));
  const fs::path out = options.out.empty() ? fs::path("results") / (file.stem().string() + "-reference") : options.out;
  parallel::on_root(parallel::Communicator::world(), [&] {
    auto directory = [&](std::size_t n) { return shots.empty() ? out : out / shots[n]; };
    for (std::size_t n = 0; n < all.size(); ++n)
      check_result_directory(directory(n), options.overwrite, all[n].scenario);
    for (std::size_t n = 0; n < all.size(); ++n) write_one(all[n], directory(n), options);
  });
}

}  // namespace unda::run
