// unda filter: options.
#include "cli/filter_command.hpp"

#include <memory>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "cli/filter_options.hpp"
#include "parallel/communicator.hpp"
#include "run/filter.hpp"

namespace unda::cli {
namespace {

struct FilterCommandArguments {
  run::FilterOptions options;
  FilterArguments filter;
};

constexpr const char* filter_footer = R"(
Butterworth filters of order 4, forwards and backwards: no phase, half the amplitude at a corner. Traces and closed forms are filtered, all
else is as it was, so that unda plot, compare, export and measure take the file like any traces.h5.)";

}  // namespace

void declare_filter(CLI::App& app, std::function<int()>& action) {
  auto a = std::make_shared<FilterCommandArguments>();
  CLI::App* command = app.add_subcommand("filter", "filter traces: a file that plot, compare, export and measure take");
  command->footer(filter_footer);
  command->add_option("RESULT", a->options.traces, "a result directory, its traces.h5, or a directory of shots")
      ->required();
  add_filter_options(*command, a->filter, "leave out what lies above this frequency");
  command->add_option("-o,--out", a->options.out, "the file to write (default: filtered.h5 beside the traces)");
  command->add_flag("--overwrite", a->options.overwrite, "replace an existing file");
  command->callback([a, &action] {
    action = [a] {
      a->options.corners = corners_of(a->filter);
      if (!a->options.corners.any())
        throw InputError("filter: name a frequency: --lowpass HZ, --highpass HZ or --bandpass LO HI");
      if (parallel::world_rank() == 0) run::filter(a->options);
      return exit_done;
    };
  });
}

}  // namespace unda::cli
