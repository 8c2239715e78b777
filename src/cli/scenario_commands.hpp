// unda check, unda mesh, unda reference, unda shots and unda init: is a scenario right, its mesh, its exact seismograms,
// what is done of its shots, and a scenario to start from.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace unda::cli {

/// Each adds its subcommand; when that is called, `action` becomes what to do.
void declare_check(CLI::App& app, std::function<int()>& action);
void declare_mesh(CLI::App& app, std::function<int()>& action);
void declare_reference(CLI::App& app, std::function<int()>& action);
void declare_shots(CLI::App& app, std::function<int()>& action);
void declare_init(CLI::App& app, std::function<int()>& action);

}  // namespace unda::cli
