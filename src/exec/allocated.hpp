// How much memory of devices this process has: to set estimates against.
#pragma once

#include <cstdint>

namespace unda::exec {

struct AllocatedMemory {
  std::uint64_t now = 0, most = 0;  ///< bytes asked for and not returned, and the most of them at a time
};
/// Of all devices together that are not the host.
AllocatedMemory allocated_memory();

}  // namespace unda::exec
