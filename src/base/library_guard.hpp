// Gives up on a library that does not come back: damaged files can make one loop for ever, or fault. Counts the time that
// this process computes, not the time it waits for a disk.
#pragma once

#include <string>

namespace unda {

/// While it lives. When the time is over, or memory is touched that is not there, the message is printed and the program
/// ends with exit code 1. For calls that write nothing: what else the program holds is lost.
class LibraryGuard {
 public:
  LibraryGuard(double seconds, const std::string& message);
  ~LibraryGuard();
  LibraryGuard(const LibraryGuard&) = delete;
  LibraryGuard& operator=(const LibraryGuard&) = delete;
};

}  // namespace unda
