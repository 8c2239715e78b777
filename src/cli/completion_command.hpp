// unda completion: a script by which a shell completes subcommands, options and files.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace unda::cli {

/// The last of the subcommands to be declared: it knows those of `app`.
void declare_completion(CLI::App& app, std::function<int()>& action);

}  // namespace unda::cli
