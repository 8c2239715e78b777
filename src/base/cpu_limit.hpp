// Gives up on a library that does not come back: damaged files can make one loop for ever. Counts the time that this
// process computes, not the time it waits for a disk.
#pragma once

#include <string>

namespace unda {

/// While it lives. When the time is over the message is printed and the program ends with exit code 1.
class CpuLimit {
 public:
  CpuLimit(double seconds, const std::string& message);
  ~CpuLimit();
  CpuLimit(const CpuLimit&) = delete;
  CpuLimit& operator=(const CpuLimit&) = delete;
};

}  // namespace unda
