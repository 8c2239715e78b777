// Subcommands and their options.
#include "cli/commands.hpp"

#include <cstdio>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "cli/info.hpp"
#include "parallel/communicator.hpp"
#include "run/bench.hpp"
#include "run/plan.hpp"
#include "run/plots.hpp"
#include "run/run.hpp"
#include "scenario/reader.hpp"

namespace unda::cli {
namespace {

struct Arguments {
  std::string file;
  std::vector<std::string> overrides;
  run::RunOptions run;
  run::BenchOptions bench;
  bool restart = false;
  bool keys = false;
  std::vector<std::string> plot_arguments;
};

void add_scenario(CLI::App& command, Arguments& a) {
  command.add_option("FILE", a.file, "the scenario (TOML)")->required();
  command.add_option("--set", a.overrides, "override a key: --set solver.fd.order=4 (repeatable, the last one wins)")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

scenario::Scenario read(const Arguments& a) { return scenario::read_scenario(a.file, a.overrides); }

void declare(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* run = app.add_subcommand("run", "run a scenario and write its result directory");
  add_scenario(*run, a);
  run->add_option("--out", a.run.out, "result directory (default: results/<file stem>)");
  run->add_flag("--overwrite", a.run.overwrite, "replace an existing result");
  run->add_flag("--restart", a.restart, "continue from the last checkpoint");
  run->callback([&] {
    action = [&a] {
      if (a.restart) throw InputError("--restart: checkpoints are not available in this version");
      run::run_scenario(read(a), a.run);
      return exit_done;
    };
  });

  CLI::App* plan = app.add_subcommand("plan", "tell what a run would be: sizes, step, memory, accuracy, time");
  add_scenario(*plan, a);
  plan->callback([&] {
    action = [&a] {
      run::print_plan(read(a));
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

  CLI::App* plot = app.add_subcommand("plot", "draw results as PNG: traces, gathers, snapshots, model, maps, misfits");
  plot->prefix_command();
  plot->set_help_flag();  // unda_plot has the options and tells them
  plot->callback([&, plot] {
    a.plot_arguments = plot->remaining();
    action = [&a] {
      if (a.plot_arguments.empty()) throw InputError("plot: name a result directory or a traces.h5 file");
      const run::PlotResult result = run::make_plots(a.plot_arguments);
      for (const std::string& line : result.files) log::line(line);
      return result.exit_code;
    };
  });

  CLI::App* info = app.add_subcommand("info", "tell about this program and this machine");
  info->add_flag("--keys", a.keys, "print the reference of all scenario keys (Markdown) instead");
  info->callback([&] {
    action = [&a] {
      a.keys ? print_keys() : print_info();
      return exit_done;
    };
  });
}

void complain(const std::string& message) {
  if (parallel::world_rank() == 0) fmt::print(stderr, "unda: {}\n", message);
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
    for (const std::string& message : e.messages()) complain(message);
    return exit_bad_input;
  } catch (const std::bad_alloc&) {
    complain("out of memory. Take a larger mesh.spacing, a smaller domain or more ranks");
  } catch (const std::exception& e) {
    complain(e.what());
  }
  return exit_failed;
}

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App app{"unda: seismic waves by finite differences, from one scenario file"};
  app.name("unda");
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("unda ") + UNDA_VERSION);
  Arguments arguments;
  std::function<int()> action;
  declare(app, arguments, action);
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
  if (parallel::world_size() > 1)
    return guarded([]() -> int { throw InputError("more than one rank is not available in this version"); });
  return guarded(action);
}

}  // namespace unda::cli
