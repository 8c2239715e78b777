// unda slurm: options and the file.
#include "cli/slurm_command.hpp"

#include <memory>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/process.hpp"
#include "cli/time_option.hpp"
#include "output/export/new_files.hpp"
#include "parallel/communicator.hpp"
#include "run/slurm.hpp"

namespace unda::cli {
namespace {

struct SlurmArguments {
  run::SlurmOptions options;
  std::string time;
  std::filesystem::path script;
  bool overwrite = false;
};

int write_script(SlurmArguments a) {
  if (parallel::world_rank() != 0) return exit_done;
  a.options.program = program_path();
  if (!a.time.empty()) a.options.seconds = seconds_of(a.time, "--time");
  const std::filesystem::path target =
      a.script.empty() ? std::filesystem::path(a.options.scenario.stem().string() + ".sh") : a.script;
  output::NewFiles files(a.overwrite);
  files.write(target, run::slurm_script(a.options));
  files.commit();
  log::line(fmt::format("{}: submit it with sbatch {}", target.string(), target.string()));
  return exit_done;
}

}  // namespace

void declare_slurm(CLI::App& app, std::function<int()>& action) {
  auto a = std::make_shared<SlurmArguments>();
  run::SlurmOptions& o = a->options;
  CLI::App* command = app.add_subcommand("slurm", "write a SLURM job script that runs a scenario, restarts included");
  command->add_option("FILE", o.scenario, "the scenario (TOML); one of shots becomes a job array")->required();
  command->add_option("--set", o.overrides, "override a key, as for run")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  command->add_option("-o,--script", a->script, "the script to write (default: <file stem>.sh)");
  command->add_option("--out", o.out, "result directory (default: results/<file stem>)");
  command->add_option("--ranks", o.ranks, "MPI ranks of a simulation")->capture_default_str();
  command->add_option("--threads", o.threads, "cores of a rank")->capture_default_str();
  command->add_option("--nodes", o.nodes, "nodes of a simulation (default: left to SLURM)");
  command->add_flag("--gpus", o.gpus, "a GPU for each rank");
  command->add_option("--at-once", o.at_once, "shots that run at the same time (default: left to SLURM)");
  command->add_option("--time", a->time, "the time limit (default: twice the estimate of unda plan)")
      ->type_name("TIME");
  command->add_option("--partition", o.partition, "the partition to ask for");
  command->add_option("--account", o.account, "the account to charge");
  command->add_flag("--overwrite", a->overwrite, "replace an existing script");
  command->callback([a, &action] { action = [a] { return write_script(*a); }; });
}

}  // namespace unda::cli
