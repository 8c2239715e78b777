// The subcommand measure.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace unda::cli {

void declare_measure(CLI::App& app, std::function<int()>& action);

}  // namespace unda::cli
