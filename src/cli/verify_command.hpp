// unda verify: its options, and running it.
#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace unda::cli {

/// Adds the subcommand; when it is called, `action` becomes what to do. `command`: the whole command line, for the report.
void declare_verify(CLI::App& app, const std::string& command, std::function<int()>& action);

}  // namespace unda::cli
