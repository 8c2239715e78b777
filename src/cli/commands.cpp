// Subcommands and their options.
#include "cli/commands.hpp"

#include <cstdio>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/stop_signal.hpp"
#include "cli/compare_command.hpp"
#include "cli/completion_command.hpp"
#include "cli/export.hpp"
#include "cli/filter_command.hpp"
#include "cli/info.hpp"
#include "cli/measure_command.hpp"
#include "cli/plots.hpp"
#include "cli/scenario_commands.hpp"
#include "cli/slurm_command.hpp"
#include "cli/time_option.hpp"
#include "cli/verify_command.hpp"
#include "parallel/communicator.hpp"
#include "parallel/together.hpp"
#include "run/bench.hpp"
#include "run/plan.hpp"
#include "run/run.hpp"
#include "run/shots.hpp"
#include "scenario/reader.hpp"

namespace unda::cli {
namespace {

struct Arguments {
  std::string file;
  std::vector<std::string> overrides;
  run::RunOptions run;
  run::BenchOptions bench;
  bool restart = false;
  std::string time_limit;
  std::size_t shot = 0;  ///< from 1; 0: all
  bool keys = false;
  std::vector<std::string> plot_arguments;
  run::ExportOptions exported;
};

void add_scenario(CLI::App& command, Arguments& a) {
  command.add_option("FILE", a.file, "the scenario (TOML)")->required();
  command.add_option("--set", a.overrides, "override a key: --set solver.fd.order=4 (repeatable, the last one wins)")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

scenario::Scenario read(const Arguments& a) { return scenario::read_scenario(a.file, a.overrides); }

void declare(CLI::App& app, Arguments& a, const std::string& command, std::function<int()>& action) {
  CLI::App* run = app.add_subcommand("run", "run a scenario and write its result directory");
  add_scenario(*run, a);
  run->add_option("--out", a.run.out, "result directory (default: results/<file stem>)");
  run->add_flag("--overwrite", a.run.overwrite, "replace an existing result");
  run->add_flag("--restart", a.restart, "continue from the last checkpoint");
  run->add_option("--time-limit", a.time_limit,
                  "write a checkpoint and stop before this time: seconds, MM:SS or HH:MM:SS")
      ->type_name("TIME");
  run->add_option("--shot", a.shot, "only this shot of a scenario of several, by its number from 1 (for job arrays)")
      ->type_name("N");
  run->callback([&] {
    action = [&a] {
      a.run.restart = a.restart;
      a.run.draw = draw_result;
      if (!a.time_limit.empty()) a.run.time_limit = seconds_of(a.time_limit, "--time-limit");
      const std::vector<std::string> shots = scenario::read_shots(a.file, a.overrides);
      if (a.shot > shots.size())
        throw InputError(fmt::format("--shot: found {}; {} has {} shots", a.shot, a.file, shots.size()));
      if (shots.empty())
        run::run_scenario(read(a), a.run);
      else if (a.shot > 0)
        run::run_one_shot(a.file, a.overrides, shots, a.shot - 1, a.run);
      else
        run::run_shots(a.file, a.overrides, shots, a.run);
      return exit_done;
    };
  });

  CLI::App* plan = app.add_subcommand("plan", "tell what a run would be: sizes, step, memory, accuracy, time");
  add_scenario(*plan, a);
  plan->callback([&] {
    action = [&a] {
      run::print_plan(read(a), scenario::read_shots(a.file, a.overrides));
      return exit_done;
    };
  });

  CLI::App* bench = app.add_subcommand("bench", "measure the speed of the time step");
  add_scenario(*bench, a);
  bench->add_option("--steps", a.bench.steps, "steps to time")
      ->check(CLI::Range(1L, 1000000000L))
      ->capture_default_str();
  bench->add_option("--warmup", a.bench.warmup, "steps before them")
      ->check(CLI::Range(0L, 1000000000L))
      ->capture_default_str();
  bench->add_option("--timeline", a.bench.timeline,
                    "write when the pieces of three more steps ran on the first rank (JSON for trace viewers)");
  bench->add_option("--comm", a.bench.comm, "communication between ranks")
      ->check(CLI::IsMember({"overlap", "blocking", "nosend", "off"}))
      ->capture_default_str();
  bench->add_flag("--json", a.bench.json, "one line of JSON");
  bench->callback([&] {
    action = [&a] {
      run::run_bench(read(a), a.bench);
      return exit_done;
    };
  });

  CLI::App* plot =
      app.add_subcommand("plot", "draw results: traces, gathers, snapshots, model, maps, misfits as PNG, movies");
  plot->prefix_command();
  plot->set_help_flag();  // unda.plot has the options and tells them
  plot->callback([&, plot] {
    a.plot_arguments = plot->remaining();
    action = [&a] {
      if (a.plot_arguments.empty()) throw InputError("plot: name a result directory or a traces.h5 file");
      const PlotResult result = make_plots(a.plot_arguments);
      for (const std::string& line : result.files) log::line(line);
      return result.exit_code;
    };
  });

  declare_check(app, action);
  declare_mesh(app, action);
  declare_reference(app, action);
  declare_init(app, action);
  declare_shots(app, action);
  declare_verify(app, command, action);
  declare_compare(app, action);
  declare_filter(app, action);
  declare_export(app, a.exported, action);
  declare_measure(app, action);
  declare_slurm(app, action);

  CLI::App* info = app.add_subcommand("info", "tell about this program and this machine");
  info->add_flag("--keys", a.keys, "print the reference of all scenario keys (Markdown) instead");
  info->callback([&] {
    action = [&a] {
      a.keys ? print_keys() : print_info();
      return exit_done;
    };
  });
  declare_completion(app, action);
}

void complain(const std::string& message) {
  if (parallel::world_rank() == 0) fmt::print(stderr, "unda: {}\n", message);
}

/// Says what went wrong, once for all ranks. Where this rank alone failed it speaks for itself and ends the others, which
/// may wait for it.
void report_failure(const std::vector<std::string>& messages, int code) {
  if (parallel::all_agree_to_end(parallel::Communicator::world())) {
    for (const std::string& message : messages) complain(message);
    stop_signal::be_quiet();  // a launcher ends the ranks that are not done yet: nothing to tell
    return;
  }
  for (const std::string& message : messages)
    fmt::print(stderr, "unda: rank {}: {}\n", parallel::world_rank(), message);
  std::fflush(nullptr);
  parallel::abort_all(code);
}

/// As it could be given again; what a shell would touch stands between quotes.
std::string command_line(int argc, char** argv) {
  std::string line = "unda";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool plain = !word.empty() && word.find_first_of(" \t\n'\"[]{}()*?$`\\&|;<>#~!") == std::string::npos;
    line += plain ? " " + word : fmt::format(" '{}'", word);
  }
  return line;
}

std::string command_names(const CLI::App& app) {
  std::string names;
  for (const CLI::App* command : app.get_subcommands(nullptr))
    names += (names.empty() ? "" : ", ") + command->get_name();
  return names;
}

int guarded(const std::function<int()>& action) {
  try {
    return action();
  } catch (const InputError& e) {
    report_failure(e.messages(), exit_bad_input);
    return exit_bad_input;
  } catch (const std::bad_alloc&) {
    report_failure({"out of memory. Take a larger mesh.spacing, a smaller domain or more ranks"}, exit_failed);
  } catch (const std::exception& e) {
    report_failure({e.what()}, exit_failed);
  }
  return exit_failed;
}

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App app{
      "unda: seismic waves by finite differences, spectral elements and discontinuous Galerkin, from one scenario "
      "file"};
  app.name("unda");
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("unda ") + UNDA_VERSION);
  Arguments arguments;
  std::function<int()> action;
  declare(app, arguments, command_line(argc, argv), action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    const std::string word = argc > 1 ? argv[1] : "";
    const auto names = app.get_subcommands([&word](const CLI::App* command) { return command->get_name() == word; });
    if (!word.empty() && word[0] != '-' && names.empty())
      complain(fmt::format("unknown command '{}'; commands: {}", word, command_names(app)));
    else
      complain(e.what());
    complain("run 'unda --help' or 'unda COMMAND --help' for the usage");
    return exit_bad_input;
  }
  return guarded(action);
}

}  // namespace unda::cli
