// unda compare: its options, and running it.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace unda::cli {

/// Adds the subcommand; when it is called, `action` becomes what to do.
void declare_compare(CLI::App& app, std::function<int()>& action);

}  // namespace unda::cli
