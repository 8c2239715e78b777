// Whether this process is one of several that a launcher (mpirun, srun, ...) has started together.
#pragma once

#include <functional>
#include <string>

namespace unda::parallel {

/// Judged by what launchers leave in the environment. UNDA_MPI=on or off decides where they leave nothing, or too much.
bool is_started_by_launcher();

/// The same with another environment: `variable` gives a text, or null for what is not set.
bool is_started_by_launcher(const std::function<const char*(const char*)>& variable);

}  // namespace unda::parallel
