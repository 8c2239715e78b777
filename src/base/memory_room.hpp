// Whether this process may still take memory, and giving back what it no longer needs. Libraries that fault where an allocation
// fails are asked nothing without it.
#pragma once

#include <cstddef>

namespace unda {

/// Whether so many bytes could be taken at once; takes none of them. A microsecond; needs no heap.
bool has_memory_room(std::size_t bytes) noexcept;

/// Gives what was freed back to the system, before much is taken: else it counts until the process ends.
void return_free_memory() noexcept;

/// Ends a process that starts with next to no memory, by a message and exit code 1: libraries set themselves up before main,
/// and exceptions need memory themselves. May be called before any library is set up.
void require_memory_to_start() noexcept;

}  // namespace unda
