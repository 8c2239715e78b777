// The subcommand slurm.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace unda::cli {

void declare_slurm(CLI::App& app, std::function<int()>& action);

}  // namespace unda::cli
