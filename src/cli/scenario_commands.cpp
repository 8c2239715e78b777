// Options of unda check, unda mesh, unda reference, unda shots and unda init.
#include "cli/scenario_commands.hpp"

#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "cli/mesh_command.hpp"
#include "cli/plots.hpp"
#include "cli/starter.hpp"
#include "run/check.hpp"
#include "run/reference_command.hpp"
#include "run/shot_index.hpp"
#include "scenario/names.hpp"
#include "scenario/reader.hpp"

namespace unda::cli {

void declare_check(CLI::App& app, std::function<int()>& action) {
  struct Arguments {
    std::string file;
    std::vector<std::string> overrides;
  };
  auto a = std::make_shared<Arguments>();
  CLI::App* check = app.add_subcommand("check", "tell whether a scenario would run, in one line, without running it");
  check->add_option("FILE", a->file, "the scenario (TOML)")->required();
  check->add_option("--set", a->overrides, "override a key, as for run")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  check->callback([a, &action] {
    action = [a] {
      log::line(run::check_scenario(scenario::read_scenario(a->file, a->overrides)));
      return exit_done;
    };
  });
}

void declare_mesh(CLI::App& app, std::function<int()>& action) {
  struct Arguments {
    std::string file, out;
    std::vector<std::string> overrides;
  };
  auto a = std::make_shared<Arguments>();
  CLI::App* mesh = app.add_subcommand("mesh", "write the mesh that a run would use as a Gmsh file (sem, dg)");
  mesh->add_option("FILE", a->file, "the scenario (TOML)")->required();
  mesh->add_option("-o,--out", a->out, "the file to write")->required()->type_name("MESH.msh");
  mesh->add_option("--set", a->overrides, "override a key, as for run")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  mesh->callback([a, &action] {
    action = [a] {
      write_mesh(scenario::read_scenario(a->file, a->overrides), a->out);
      return exit_done;
    };
  });
}

void declare_reference(CLI::App& app, std::function<int()>& action) {
  struct Arguments {
    std::string file;
    std::vector<std::string> overrides;
    run::ReferenceOptions options;
  };
  auto a = std::make_shared<Arguments>();
  CLI::App* reference = app.add_subcommand(
      "reference",
      "write the exact seismograms of a layered scenario, in the layout of a result (wavenumber integration)");
  reference->footer(
      "\nFor models of kind uniform or layers under a flat top that is free, rigid or absorbing; all other faces must "
      "be\n"
      "absorbing and stand for an earth without end. Fluids and qp, qs are taken into account. Nothing of [mesh] and "
      "[solver]\n"
      "matters. Exit codes: 0 done, 1 failed, 2 wrong input, or a scenario without exact seismograms.");
  reference->add_option("FILE", a->file, "the scenario (TOML)")->required();
  reference->add_option("-o,--out", a->options.out, "result directory (default: results/<file stem>-reference)");
  reference->add_flag("--overwrite", a->options.overwrite, "replace an existing result");
  reference->add_option("--set", a->overrides, "override a key, as for run")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  reference->callback([a, &action] {
    action = [a] {
      a->options.draw = draw_result;
      run::write_reference(a->file, a->overrides, a->options);
      return exit_done;
    };
  });
}

void declare_shots(CLI::App& app, std::function<int()>& action) {
  struct Arguments {
    std::string directory;
    bool json = false;
  };
  auto a = std::make_shared<Arguments>();
  CLI::App* shots = app.add_subcommand("shots", "tell what is done of a directory of shots, also while they run");
  shots->footer(
      "\nDIR is what a run of a scenario with [[shot]] tables writes. A shot is done, running, waiting, paused (by its "
      "time\n"
      "limit), stopped (it blew up, or a signal came), interrupted (its process ended before its time) or failed; unda "
      "run\n"
      "--restart goes on with all that are not done. plot, export and compare take DIR too.");
  shots->add_option("DIR", a->directory, "the directory")->required();
  shots->add_flag("--json", a->json, "one JSON document");
  shots->callback([a, &action] {
    action = [a] {
      const run::ShotIndex index = run::read_shot_index(a->directory);
      if (a->json)
        log::line(run::shots_json(index));
      else
        run::print_shots(index);
      return exit_done;
    };
  });
}

void declare_init(CLI::App& app, std::function<int()>& action) {
  struct Arguments {
    std::string file = "scenario.toml", method = "fd";
    int dim = 2;
  };
  auto a = std::make_shared<Arguments>();
  static constexpr auto& names = scenario::names<scenario::Method>;
  CLI::App* init = app.add_subcommand("init", "write a commented scenario to start from, which runs as it is");
  init->add_option("FILE", a->file, "the file to write; it must not exist yet")->capture_default_str();
  init->add_option("--dim", a->dim, "dimensions")->check(CLI::IsMember({1, 2, 3}))->capture_default_str();
  init->add_option("--method", a->method, "the method it names")
      ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())))
      ->capture_default_str();
  init->callback([a, &action] {
    action = [a] {
      const auto method = scenario::Method(std::find(names.begin(), names.end(), a->method) - names.begin());
      write_starter(a->file, a->dim, method);
      log::say("{}: written; now: unda run {}", a->file, a->file);
      return exit_done;
    };
  });
}

}  // namespace unda::cli
