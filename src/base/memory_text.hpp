// Amounts of memory in words.
#pragma once

#include <string>

#include <fmt/format.h>

namespace unda {

/// "812 kB", "3.1 MB", "1.26 GB": three digits, in a unit of which there is at least one.
inline std::string memory_text(double bytes) {
  if (bytes < 999.5e3) return fmt::format("{:.3g} kB", bytes / 1e3);
  if (bytes < 999.5e6) return fmt::format("{:.3g} MB", bytes / 1e6);
  return fmt::format("{:.3g} GB", bytes / 1e9);
}

}  // namespace unda
