// unda compare: options, files, exit code.
#include "cli/compare_command.hpp"

#include <limits>
#include <memory>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "cli/comparison_options.hpp"
#include "output/import/open_traces.hpp"
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
them). The first FILE is measured against each other one; with --against every FILE against REF.

With |x| the root of the sum of squares over the common times, a the trace and b the reference:
  misfit     of a receiver: |a - b| / |b| over all components; of a component: |a_c - b_c| / |b|, so that the squares
             of the components' misfits add up to the square of the receiver's
  own        |a_c - b_c| / |b_c|
  shift      by how much the trace is late, at the maximum of the cross-correlation
  envelope, phase    single-valued time-frequency misfits of Kristekova et al. (2009), Morlet wavelet, omega0 = 6
A receiver weaker than 1e-4 of the strongest of its group and quantity is measured against that; a component weaker
than 1e-3 of its receiver has no figures of its own (-). Where samplings differ the finer traces are interpolated to the
times of the coarser. Exit codes: 0; 1 when the worst misfit of a receiver exceeds --tolerance; 2 on wrong input.)";

struct Opened {
  std::string name;
  output::Traces traces;
};

/// Pairs: measured, reference.
std::vector<verify::Comparison> compare_all(const CompareArguments& a, const verify::CompareOptions& options) {
  const auto open = [&](const std::string& file) { return Opened{file, output::open_traces(file, options.quantity)}; };
  const Opened fixed = open(a.against.empty() ? a.files.front() : a.against);
  std::vector<verify::Comparison> comparisons;
  for (std::size_t i = a.against.empty() ? 1 : 0; i < a.files.size(); ++i) {
    const Opened other = open(a.files[i]);
    const verify::NamedTraces first{fixed.traces, fixed.name}, second{other.traces, other.name};
    comparisons.push_back(a.against.empty() ? verify::compare(first, second, options)
                                            : verify::compare(second, first, options));
  }
  return comparisons;
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
    for (const verify::Comparison& c : comparisons)
      log::line(verify::comparison_table(c, a.all) + (comparisons.size() > 1 ? "\n" : ""));
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
  compare->add_option("FILE", a->files, "result directories, traces.h5, CSV or SAC files")->required();
  compare->add_option("--against", a->against, "the reference for all files")->type_name("REF");
  compare->add_option("--tolerance", a->tolerance, "end with exit code 1 where the worst misfit is larger")
      ->check(CLI::NonNegativeNumber);
  add_comparison_options(*compare, a->comparison);
  compare->add_flag("--json", a->json, "one JSON document");
  compare->add_flag("--all", a->all, "every receiver in the table");
  compare->callback([a, &action] { action = [a] { return run_compare(*a); }; });
}

}  // namespace unda::cli
