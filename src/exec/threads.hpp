// Which threads run where: how many, on which cores, and how they wait for each other.
#pragma once

#include <string>

namespace unda::exec {

/// Threads that wait for each other at the end of a loop spin for a moment and then sleep, so that a busy machine slows a
/// run down by its share and not by orders of magnitude. The OpenMP library reads this when it is loaded: starts the
/// program anew, once. To be called before libraries are set up (.preinit_array): the OpenMP library may bind this thread
/// to one core, and a program started from there would have no other.
void settle_waiting_threads(int argc, char** argv, char** environment);

/// Cores that this process may use: its mask, and no more than a container's share of processor time.
int n_usable_cores();
/// The share of a container (cgroup 1 or 2) of processor time, in cores; 0: no limit.
double container_cores(const std::string& groups = "/proc/self/cgroup",
                       const std::string& file_system = "/sys/fs/cgroup");

/// How many threads there are unless OMP_NUM_THREADS says it: the usable cores, shared among the ranks on this machine.
void choose_threads(int ranks_on_this_machine);

/// "4 threads on cores 0-3 of 16, bound (OMP_PROC_BIND=close)".
std::string threads_in_words();

}  // namespace unda::exec
