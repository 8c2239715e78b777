// The subcommand export and its options.
#pragma once

#include <functional>

#include "run/export.hpp"

namespace CLI {
class App;
}

namespace unda::cli {

/// Sets `action` when the subcommand is called; `options` must live until then.
void declare_export(CLI::App& app, run::ExportOptions& options, std::function<int()>& action);

}  // namespace unda::cli
