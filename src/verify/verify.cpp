// unda verify, step by step.
#include "verify/verify.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/log.hpp"
#include "output/import/open_traces.hpp"
#include "parallel/together.hpp"
#include "run/result_directory.hpp"
#include "run/result_lock.hpp"
#include "run/run.hpp"
#include "scenario/names.hpp"
#include "scenario/reader.hpp"
#include "verify/filtered_traces.hpp"
#include "verify/verification_json.hpp"
#include "verify/verify_plan.hpp"

namespace unda::verify {
namespace {

namespace fs = std::filesystem;
using output::Traces;

/// Something with seismograms: a run, the closed form, a file.
struct Entry {
  std::string name;
  Traces traces;
  std::string
      directory{};  ///< of its traces below the result's; empty: the closed form, which stands in those of a run
};

/// The receivers and times of the traces that a run will give, without samples.
Traces expected_traces(const scenario::Scenario& s) {
  Traces traces;
  traces.dim = s.domain.dim;
  for (std::int64_t i = 0; i < s.time.n_samples(); ++i)
    traces.time.push_back(static_cast<double>(i) * s.time.sample_interval);
  for (const scenario::ReceiverSpec& group : s.receivers) {
    traces.groups.push_back({group.name, group.positions, group.labels, {}, {}});
    if (!group.depths.empty() && s.has_shaped_surface())  // z is known once there is a mesh
      for (Vector& p : traces.groups.back().positions) p[2] = std::nan("");
  }
  return traces;
}

/// Finds before the runs what would keep their traces from being compared. Throws InputError.
void check_comparable(const scenario::Scenario& s, const std::vector<Entry>& references,
                      const CompareOptions& options) {
  const auto records = [&](const scenario::ReceiverSpec& group) {
    return std::find(group.quantities.begin(), group.quantities.end(), *options.quantity) != group.quantities.end();
  };
  if (options.quantity && std::none_of(s.receivers.begin(), s.receivers.end(), records))
    throw InputError(fmt::format("--quantity {}: no receivers of {} record it", scenario::name_of(*options.quantity),
                                 s.file.string()));
  const Traces own = expected_traces(s);
  const std::string name = s.file.string();
  const auto check = [&](const Traces& other, const std::string& other_name) {
    match_receivers({own, name}, {other, other_name}, options.group, options.position_tolerance);
    common_times({sampling_of(own.time, name), name}, {sampling_of(other.time, other_name), other_name},
                 options.corners);
  };
  check(own, name);
  for (const Entry& reference : references) check(reference.traces, reference.name);
}

/// The closed form as traces of its own; where it has no value (at a source) it counts as not recorded.
Traces closed_form_traces(const Traces& traces) {
  Traces exact = traces;
  const std::size_t nt = traces.time.size();
  for (output::TraceGroup& group : exact.groups) {
    group.quantities = std::move(group.closed_form);
    group.closed_form.clear();
    for (auto& [quantity, array] : group.quantities) {
      array.absent.assign(array.values.size() / nt, 0);
      for (std::size_t i = 0; i < array.values.size(); ++i) {
        if (std::isfinite(array.values[i])) continue;
        array.absent[i / nt] = 1;
        array.values[i] = 0;
      }
    }
  }
  return exact;
}

bool has_closed_form(const Traces& traces) {
  return std::any_of(traces.groups.begin(), traces.groups.end(),
                     [](const output::TraceGroup& group) { return !group.closed_form.empty(); });
}

/// A reference as the report takes it: groups named, what was not recorded not a number.
Traces for_report(Traces traces) {
  for (output::TraceGroup& group : traces.groups) {
    if (group.name.empty()) group.name = "reference";
    for (auto& [quantity, array] : group.quantities)
      for (std::size_t c = 0; c < array.absent.size(); ++c)
        if (array.absent[c])
          std::fill_n(array.values.begin() + static_cast<std::ptrdiff_t>(c * traces.time.size()), traces.time.size(),
                      std::nan(""));
  }
  return traces;
}

CommonTimes common_times_of(const Entry& trace, const Entry& reference, const numerics::Corners& corners) {
  return common_times({sampling_of(trace.traces.time, trace.name), trace.name},
                      {sampling_of(reference.traces.time, reference.name), reference.name}, corners);
}

/// What was compared, for the report, beside the traces as they are.
void write_filtered(const Traces& traces, const fs::path& directory, const CommonTimes& common, const Side& side) {
  output::write_traces(run::claim_file(directory / "filtered.h5"), filtered_traces(traces, common, side), false);
}

const std::vector<std::string> names_of_verification{"verify.json", "report.html"};

class Verifier {
 public:
  Verifier(const fs::path& file, const std::vector<std::string>& overrides, const VerifyOptions& options)
      : file_(file), overrides_(overrides), options_(options) {
    out_ = options.out.empty() ? fs::path("results") / (file.stem().string() + "-verify") : options.out;
    verification_.tolerance = options.tolerance;
  }

  void verify() {
    parallel::on_root(world_, [&] {
      lock_.take(out_);
      run::check_directory(out_, options_.overwrite, names_of_verification);
    });
    plan_ = plan_verification(file_, overrides_, options_);
    parallel::on_root(world_, [&] {
      for (const std::string& name : options_.references)
        references_.push_back({name, output::open_traces(name, options_.compare.quantity)});
      check_comparable(first_scenario(), references_, options_.compare);
      clear();
    });
    note_shots();
    for (PlannedRun& planned : plan_.runs) run(planned);
    parallel::on_root(world_, [&] {
      keep_references();
      compare_all();
      keep_filtered();
      write();
    });
  }

 private:
  const scenario::Scenario& first_scenario() const {
    return *std::find_if(plan_.runs.begin(), plan_.runs.end(), [](const auto& r) { return r.scenario; })->scenario;
  }

  /// Removes what an earlier call left, as far as it is ours.
  void clear() {
    std::error_code ignored;
    lock_.make(out_);
    run::check_directory(out_, options_.overwrite, names_of_verification);  // another may have been there first
    run::make_directory(out_);
    for (const std::string method : scenario::names<scenario::Method>)
      for (const char* suffix : {"", "-fine"}) run::clear_result(out_ / (method + suffix));
    for (int n = 1; fs::exists(out_ / fmt::format("reference-{}", n), ignored); ++n)
      run::clear_result(out_ / fmt::format("reference-{}", n));
  }

  void note_shots() {
    const std::vector<std::string> shots = scenario::read_shots(file_, overrides_);
    if (shots.empty()) return;
    verification_.notes.push_back(
        fmt::format("The scenario has {} shots; the first, {}, was verified.", shots.size(), shots.front()));
    log::line(verification_.notes.back());
  }

  void run(PlannedRun& planned) {
    VerifiedRun& row = planned.run;
    if (planned.scenario) {
      if (!entries_.empty()) log::line("");
      log::say("{}{}", row.name, row.fine ? ": half the spacing" : "");
      try {
        run::RunOptions options;
        options.out = out_ / row.name;
        options.overwrite = true;
        entries_.push_back({row.name, run::run_scenario(*planned.scenario, options, world_), row.name});
        row.status = RunStatus::done;
      } catch (const run::Interrupted&) {
        throw;
      } catch (const RunError& e) {
        if (!parallel::all_agree_to_end(world_)) throw;  // this rank alone: the others are still in the run
        fail(row, e.what());
      } catch (const std::bad_alloc&) {
        if (world_.size() > 1) throw;  // the other ranks may be waiting in the run
        fail(row, "out of memory");
      }
    }
    verification_.runs.push_back(row);
  }

  static void fail(VerifiedRun& row, const std::string& reason) {
    row.status = RunStatus::failed;
    row.reason = reason;
    log::close_file();
    log::say("{} failed: {}", row.name, reason);
  }

  void keep_references() {
    const auto with =
        std::find_if(entries_.begin(), entries_.end(), [](const Entry& e) { return has_closed_form(e.traces); });
    n_runs_done_ = entries_.size();
    if (with != entries_.end()) {
      verification_.references.push_back({closed_form_name, plan_.closed_form.value_or(""), ""});
      Traces exact = closed_form_traces(with->traces);
      entries_.push_back({closed_form_name, std::move(exact)});
    }
    for (Entry& reference : references_) {
      reference.directory = fmt::format("reference-{}", &reference - references_.data() + 1);
      run::make_directory(out_ / reference.directory);
      output::write_traces(run::claim_file(out_ / reference.directory / "traces.h5"), for_report(reference.traces),
                           false);
      verification_.references.push_back({reference.name, "", reference.directory});
      entries_.push_back(std::move(reference));
    }
  }

  void compare_all() {
    for (std::size_t i = 0; i < n_runs_done_; ++i)
      for (std::size_t j = i + 1; j < entries_.size(); ++j) {
        VerifiedPair pair{entries_[i].name, entries_[j].name, {}, ""};
        try {
          pair.comparison =
              compare({entries_[i].traces, pair.trace}, {entries_[j].traces, pair.reference}, options_.compare);
        } catch (const InputError& e) {
          pair.reason = e.what();
        }
        verification_.pairs.push_back(std::move(pair));
      }
  }

  /// The runs as the worst pair has them, whose receivers the report draws; a file as it is compared with every run.
  void keep_filtered() const {
    if (!options_.compare.corners.any() || n_runs_done_ == 0) return;
    const auto common_with = [&](const Entry& other) {
      return common_times_of(entries_.front(), other, options_.compare.corners);
    };
    const VerifiedPair* worst = worst_pair(verification_);
    const CommonTimes of_runs = worst ? worst->comparison->common : common_with(entries_.front());
    for (std::size_t i = 0; i < n_runs_done_; ++i)
      write_filtered(entries_[i].traces, out_ / entries_[i].directory, of_runs, of_runs.trace);
    for (std::size_t i = n_runs_done_; i < entries_.size(); ++i) {
      if (entries_[i].directory.empty()) continue;
      const CommonTimes common = common_with(entries_[i]);
      write_filtered(for_report(entries_[i].traces), out_ / entries_[i].directory, common, common.reference);
    }
  }

  void write() const {
    const std::string& title = first_scenario().title;
    fs::create_directories(out_);
    run::write_text(run::claim_file(out_ / "verify.json"),
                    verification_json(verification_, {file_, out_, title, options_.command, world_.size()}));
    log::line("\n" + verification_table(verification_));
    if (options_.write_report) run::claim_file(out_ / "report.html");
    const bool has_report = options_.write_report && options_.write_report(out_);
    const bool agree = verdict_of(verification_) == Verdict::agree;
    if (agree) log::line(verdict_sentence(verification_));
    log::say("figures: {}", (out_ / "verify.json").string());
    if (has_report) log::say("report:  {}", (out_ / "report.html").string());
    if (!agree) throw RunError(verdict_sentence(verification_));
  }

  const fs::path& file_;
  const std::vector<std::string>& overrides_;
  const VerifyOptions& options_;
  const parallel::Communicator& world_ = parallel::Communicator::world();
  fs::path out_;
  run::ResultLock lock_;  ///< on rank 0
  VerifyPlan plan_;
  std::vector<Entry> references_;
  std::vector<Entry> entries_;   ///< the runs that are done, then what else they are measured against
  std::size_t n_runs_done_ = 0;  ///< on rank 0
  Verification verification_;
};

}  // namespace

void verify_scenario(const fs::path& file, const std::vector<std::string>& overrides, const VerifyOptions& options) {
  Verifier(file, overrides, options).verify();
}

}  // namespace unda::verify
