// What this machine is: cores, memory, instruction set; and the state every thread must be in before it
// computes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "exec/device.hpp"

namespace unda::exec {

int n_threads();
std::string cpu_name();
/// The instruction set that this program was compiled for.
std::string compiled_isa();
/// Empty when this CPU has every instruction the program was compiled for; otherwise the name of a missing
/// one.
std::string missing_isa();
/// Memory that can still be taken without swapping, bytes (respects a container's limit).
std::uint64_t available_memory();

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
