// Limits on the address space and on data, and the kernel's own account, all answer a mapping.
#include "base/memory_room.hpp"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.hpp"

namespace unda {
namespace {

constexpr std::size_t least_to_start = std::size_t{8} << 20;  // the smallest run takes 10 MB beyond its libraries

}  // namespace

bool has_memory_room(std::size_t bytes) noexcept {
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return false;
  munmap(mapped, bytes);
  return true;
}

void return_free_memory() noexcept {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void require_memory_to_start() noexcept {
  if (has_memory_room(least_to_start)) return;
  constexpr char message[] =
      "unda: out of memory: less than 8 MB can be taken at the start; is there a limit (ulimit -v)?\n";
  if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(exit_failed);
  _exit(exit_failed);
}

}  // namespace unda
