// unda compare: options, files, exit code.
#include "cli/compare_command.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "cli/comparison_options.hpp"
#include "output/import/open_traces.hpp"
#include "run/shot_index.hpp"
#include "verify/compare_report.hpp"

namespace unda::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> files;
  std::string against;
  double tolerance = -1;
  bool json = false, all = false;
  ComparisonArguments comparison;
};

constexpr const char* compare_footer = R"(
Every FILE is a result directory, its traces.h5, or reference seismograms as CSV or SAC (a file, or a directory of
them). The first FILE is measured against each other one; with --against every FILE against REF. Directories of shots
are compared shot by shot, each with the one of its name, in a line each; --all gives the tables.

With |x| the root of the sum of squares over the common times, a the trace and b the reference:
  misfit     of a receiver: |a - b| / |b| over all components; of a component: |a_c - b_c| / |b|, so that the squares
             of the components' misfits add up to the square of the receiver's
  own        |a_c - b_c| / |b_c|
  shift      by how much the trace is late, at the maximum of the cross-correlation
  envelope, phase    single-valued time-frequency misfits of Kristekova et al. (2009), Morlet wavelet, omega0 = 6
A receiver weaker than 1e-4 of the strongest of its group and quantity is measured against that; a component weaker
than 1e-3 of its receiver has no figures of its own (-). Where samplings differ the finer traces are interpolated to the
times of the coarser. Exit codes: 0; 1 when the worst misfit of a receiver exceeds --tolerance; 2 on wrong input.)";

struct FilePair {
  std::string measured, reference;
};

/// The shots that both have and that are done in both, by name; the others are told.
void add_shots(const run::ShotIndex& measured, const run::ShotIndex& reference, std::vector<FilePair>& pairs) {
  std::string left_out;
  const auto leave_out = [&](const std::string& what) { left_out += (left_out.empty() ? "" : ", ") + what; };
  const std::size_t before = pairs.size();
  for (const run::ShotState& shot : measured.shots) {
    const auto other = std::find_if(reference.shots.begin(), reference.shots.end(),
                                    [&](const run::ShotState& s) { return s.name == shot.name; });
    if (other == reference.shots.end())
      leave_out(fmt::format("{} (not in {})", shot.name, reference.directory.string()));
    else if (shot.status != "done" || other->status != "done")
      leave_out(fmt::format("{} ({})", shot.name, shot.status != "done" ? shot.status : other->status));
    else
      pairs.push_back({shot.directory.string(), other->directory.string()});
  }
  if (pairs.size() == before)
    throw InputError(fmt::format("{} and {} have no shot of one name that is done in both: {}",
                                 measured.directory.string(), reference.directory.string(), left_out));
  if (!left_out.empty()) log::warn("not compared: {}", left_out);
}

/// What is to be compared: files, or shots by name where both are directories of shots.
std::vector<FilePair> pairs_of(const CompareArguments& a) {
  std::vector<FilePair> pairs;
  for (std::size_t i = a.against.empty() ? 1 : 0; i < a.files.size(); ++i) {
    const std::string measured = a.against.empty() ? a.files.front() : a.files[i];
    const std::string reference = a.against.empty() ? a.files[i] : a.against;
    const bool shots = run::holds_shots(measured);
    if (shots != run::holds_shots(reference))
      throw InputError(
          fmt::format("compare: {} is a directory of shots and {} is not; name one of its shots, or two "
                      "directories of shots",
                      shots ? measured : reference, shots ? reference : measured));
    if (shots)
      add_shots(run::read_shot_index(measured), run::read_shot_index(reference), pairs);
    else
      pairs.push_back({measured, reference});
  }
  return pairs;
}

std::vector<verify::Comparison> compare_all(const CompareArguments& a, const verify::CompareOptions& options) {
  std::vector<verify::Comparison> comparisons;
  // What several pairs share is read once.
  std::array<std::string, 2> names;
  std::array<output::Traces, 2> traces;
  const auto open = [&](std::size_t side, const std::string& file) {
    if (names[side] == file) return;
    traces[side] = output::open_traces(file, options.quantity);
    names[side] = file;
  };
  for (const FilePair& pair : pairs_of(a)) {
    open(0, pair.measured);
    open(1, pair.reference);
    comparisons.push_back(verify::compare({traces[0], names[0]}, {traces[1], names[1]}, options));
  }
  return comparisons;
}

/// A table for each; of shots, unless all is asked for, a line.
void print(const std::vector<verify::Comparison>& comparisons, const CompareArguments& a) {
  const bool shots = run::holds_shots(a.files.front());
  for (const verify::Comparison& c : comparisons)
    if (shots && !a.all)
      log::say("{} against {}: {}", c.trace, c.reference, verify::worst_line(c));
    else
      log::line(verify::comparison_table(c, a.all) + (comparisons.size() > 1 ? "\n" : ""));
}

int run_compare(const CompareArguments& a) {
  if (a.files.size() < 2 && a.against.empty())
    throw InputError("compare: one file alone cannot be compared; name a second one, or a reference with --against");
  verify::CompareOptions options = comparison_options(a.comparison);
  if (a.all) options.most_detailed = std::numeric_limits<std::size_t>::max();
  const std::vector<verify::Comparison> comparisons = compare_all(a, options);
  const std::optional<double> tolerance = a.tolerance >= 0 ? std::optional(a.tolerance) : std::nullopt;
  if (a.json) {
    log::line(verify::comparisons_json(comparisons, tolerance));
  } else {
    print(comparisons, a);
  }
  const verify::Comparison& worst = verify::worst_of(comparisons);
  if (!a.json && comparisons.size() > 1)
    log::line(fmt::format("{} ({} against {})", verify::worst_line(worst), worst.trace, worst.reference));
  const double misfit = worst.worst_receiver().misfit;
  require(!tolerance || misfit <= *tolerance, "the worst misfit, {:.3g}, exceeds the tolerance, {:.3g}", misfit,
          a.tolerance);
  return exit_done;
}

}  // namespace

void declare_compare(CLI::App& app, std::function<int()>& action) {
  auto a = std::make_shared<CompareArguments>();
  CLI::App* compare = app.add_subcommand("compare", "tell how far traces are from others: misfits, shifts");
  compare->footer(compare_footer);
  compare->add_option("FILE", a->files, "result directories, traces.h5, directories of shots, CSV or SAC files")
      ->required();
  compare->add_option("--against", a->against, "the reference for all files")->type_name("REF");
  compare->add_option("--tolerance", a->tolerance, "end with exit code 1 where the worst misfit is larger")
      ->check(CLI::NonNegativeNumber);
  add_comparison_options(*compare, a->comparison);
  compare->add_flag("--json", a->json, "one JSON document");
  compare->add_flag("--all", a->all, "every receiver in the table");
  compare->callback([a, &action] { action = [a] { return run_compare(*a); }; });
}

}  // namespace unda::cli
