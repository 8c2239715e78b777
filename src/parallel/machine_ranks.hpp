// The ranks that share this machine, and what they have in common.
#pragma once

#include <cstdint>

namespace unda::parallel {

/// How many ranks on this machine give the same number. Collective; 1 where MPI was not started.
int ranks_here_with(std::int64_t number);

}  // namespace unda::parallel
