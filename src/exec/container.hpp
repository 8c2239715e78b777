// What a container or a job of a batch system may use: the limits of control groups (cgroup 1 and 2), its own and those around.
#pragma once

#include <string>

namespace unda::exec {

/// Where the kernel tells; other folders for tests.
struct ControlGroups {
  std::string groups = "/proc/self/cgroup";
  std::string file_system = "/sys/fs/cgroup";
};

/// Processor time in cores, for instance 1.5; 0: no limit.
double container_cores(const ControlGroups& where = {});
/// Memory that may still be taken, bytes; negative: no limit.
double container_memory(const ControlGroups& where = {});

}  // namespace unda::exec
