// The subcommand export.
#include "cli/export.hpp"

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "output/export/formats.hpp"
#include "parallel/communicator.hpp"

namespace unda::cli {

void declare_export(CLI::App& app, run::ExportOptions& o, std::function<int()>& action) {
  CLI::App* command = app.add_subcommand("export", "write traces in another format");
  std::vector<std::string> names;
  std::string help = "the format:";
  for (const output::ExportFormat& format : output::export_formats()) {
    names.emplace_back(format.name);
    help += fmt::format("{} {} ({})", names.size() > 1 ? "," : "", format.name, format.help);
  }
  command->add_option("TRACES", o.traces, "traces.h5, a result directory, or a directory of shots")->required();
  command->add_option("--format", o.format, help)->required()->check(CLI::IsMember(names));
  command->add_option("-o,--out", o.out, "the file or directory to write")->required();
  command->add_option("--receivers", o.receivers, "only this group of receivers");
  command->add_option("--quantity", o.quantity, "only this quantity");
  command->add_option("--component", o.component, "only this component: x, y or z; xx, xy, ... of stress");
  command->add_option("--start", o.start, "UTC of t = 0, for instance 2011-03-11T05:46:23");
  command->add_flag("--overwrite", o.overwrite, "replace existing files");
  command->callback([&o, &action] {
    action = [&o] {
      if (parallel::world_rank() == 0) run::export_traces(o);
      return exit_done;
    };
  });
}

}  // namespace unda::cli
