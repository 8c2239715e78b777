// The subcommand filter.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace unda::cli {

void declare_filter(CLI::App& app, std::function<int()>& action);

}  // namespace unda::cli
