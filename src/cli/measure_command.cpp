// unda measure: options, files, maps.
#include "cli/measure_command.hpp"

#include <memory>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "cli/filter_options.hpp"
#include "cli/plots.hpp"
#include "parallel/communicator.hpp"
#include "run/measure.hpp"

namespace unda::cli {
namespace {

struct MeasureArguments {
  run::MeasureOptions options;
  FilterArguments filter;
  bool map = false;
};

constexpr const char* measure_footer = R"(
A row of the CSV is a component of a receiver, in SI units (m/s^2, m/s, m, s):
  pga, pgv, pgd    largest |acceleration|, |velocity|, |displacement|
  arias            pi/(2 g) int a^2 dt
  cav              cumulative absolute velocity, int |a| dt
  d5_75, d5_95     times in which int a^2 dt goes from 5 % to 75 % and to 95 % of its end
  psa_T            pseudo-spectral acceleration at the period T: w^2 max |x| of an oscillator, exact for straight lines
                   between samples (Nigam and Jennings 1969)
Components in 3-D are x, y, z, geometric_mean (of x and y) and rotd50 (the median over horizontal directions; Boore
2010). What was not recorded comes from differences or integrals of what was. --map draws what is on a grid of receivers:
unda plot RESULT --kind measures.)";

int run_measure(const MeasureArguments& a) {
  if (parallel::world_rank() != 0) return exit_done;
  const auto results = run::measure(a.options);
  if (!a.map) return exit_done;
  if (!a.options.out.empty()) throw InputError("--map: draws the measures.csv beside the traces; leave -o out");
  int code = exit_done;
  for (const auto& result : results) {
    const PlotResult drawn = make_plots({result.string(), "--kind", "measures"});
    for (const std::string& line : drawn.files) log::line(line);
    if (drawn.exit_code != exit_done) code = drawn.exit_code;
  }
  return code;
}

}  // namespace

void declare_measure(CLI::App& app, std::function<int()>& action) {
  auto a = std::make_shared<MeasureArguments>();
  CLI::App* command =
      app.add_subcommand("measure", "measure ground motion: PGA, PGV, PGD, PSA, Arias intensity, CAV, durations");
  command->footer(measure_footer);
  command->add_option("RESULT", a->options.traces, "a result directory, its traces.h5, or a directory of shots")
      ->required();
  command->add_option("--periods", a->options.periods, "of PSA, s: --periods 0.1,0.3,1,3")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--damping", a->options.damping, "of PSA, as a part of the critical")->capture_default_str();
  add_filter_options(*command, a->filter, "leave out what lies above this frequency, as compare does");
  command->add_option("-o,--out", a->options.out, "the CSV to write (default: measures.csv beside the traces)");
  command->add_option("--receivers", a->options.receivers, "only this group of receivers");
  command->add_flag("--map", a->map, "draw maps of the measures on grids of receivers");
  command->add_flag("--overwrite", a->options.overwrite, "replace an existing CSV");
  command->callback([a, &action] {
    action = [a] {
      a->options.corners = corners_of(a->filter);
      return run_measure(*a);
    };
  });
}

}  // namespace unda::cli
