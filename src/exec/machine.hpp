// What this machine is: cores, memory, instruction set; and the state every thread must be in before it
// computes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "exec/device.hpp"

namespace unda::exec {

int n_threads();
/// Shares the cores that this process may use among the ranks on this machine, unless OMP_NUM_THREADS says how many
/// threads a rank gets.
void share_cores(int ranks_on_this_machine);
std::string cpu_name();
/// The instruction set that this program was compiled for.
std::string compiled_isa();
/// Empty when this CPU has every instruction the program was compiled for; otherwise the name of a missing
/// one.
std::string missing_isa();
/// Memory that can still be taken without swapping, bytes (respects a container's limit).
std::uint64_t available_memory();

/// Threads that wait for each other at the end of a loop give the core up soon, so that a busy machine slows a run down
/// by its share and not by orders of magnitude. The OpenMP library reads this when it is loaded: starts the program anew.
void settle_waiting_threads(char** argv);

/// Numbers below the smallest normal one count as zero, on all threads: a front entering a medium at rest
/// makes millions of them and each costs a hundred cycles.
void flush_denormals_to_zero();

/// Bandwidth of a large copy (bytes read + bytes written per second) and rate of an FMA loop (operations per
/// second).
struct Limits {
  double copy_bandwidth = 0;
  double flops_single = 0;
  double flops_double = 0;
};
Limits measure_limits(const Device& device = {});

}  // namespace unda::exec
