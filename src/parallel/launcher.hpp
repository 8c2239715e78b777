// Whether this process is one of several that a launcher (mpirun, srun, ...) has started together.
#pragma once

#include <functional>
#include <string>

namespace unda::parallel {

/// An environment: the text of a variable, or null for what is not set.
using Variables = std::function<const char*(const char*)>;
/// That of this process.
const char* own_variable(const char* name);

/// Judged by what launchers leave in the environment. UNDA_MPI=on or off decides where they leave nothing, or too much.
bool is_started_by_launcher(const Variables& variable = own_variable);

/// For a build without MPI, of which several processes would each do the whole work. Throws RunError where a launcher has started
/// several, or does not say how many.
void require_one_process(const Variables& variable = own_variable);

}  // namespace unda::parallel
