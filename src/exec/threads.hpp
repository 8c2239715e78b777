// Which threads run where: how many, on which cores, and how they wait for each other.
#pragma once

#include <cstdint>
#include <string>

namespace unda::exec {

/// Threads that wait for each other at the end of a loop spin for a moment and then sleep, so that a busy machine slows a
/// run down by its share and not by orders of magnitude. The OpenMP library reads this when it is loaded: starts the
/// program anew, once. To be called before libraries are set up (.preinit_array): the OpenMP library may bind this thread
/// to one core, and a program started from there would have no other.
void settle_waiting_threads(int argc, char** argv, char** environment);

/// What a process may use of a machine.
struct Share {
  int cores = 1;           ///< of its mask
  int ranks_on_cores = 1;  ///< ranks with the same mask: they share these cores
  int ranks = 1;           ///< ranks on this machine: they share the quota
  double quota = 0;        ///< processor time of the container, in cores; 0: no limit
  int cores_per_task = 0;  ///< what Slurm was asked for; 0: nothing
};

/// One a core, and as many as the quota keeps busy.
int threads_for(const Share& share);

/// A number for the cores of the mask of this process: the same for the same cores. To be asked before there are threads.
std::int64_t mask_number();

/// How many threads there are unless OMP_NUM_THREADS says it.
void choose_threads(int ranks_on_this_machine, int ranks_with_this_mask);

/// So many, for loops that this thread starts.
void use_threads(int n);

/// "4 threads on cores 0-3 of 16, bound (OMP_PROC_BIND=close)".
std::string threads_in_words();

}  // namespace unda::exec
