// The HDF5 library loops or faults on some damaged files: reading one stands under a guard.
#pragma once

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "base/library_guard.hpp"

namespace unda::output {

/// While it lives; `remark` follows the message that the file is damaged. A file of ours takes seconds even where it is large.
inline LibraryGuard guard_reading(const std::filesystem::path& file, const std::string& remark) {
  constexpr double least_seconds = 5, bytes_per_second = 2e7;
  std::error_code none;
  const auto size = static_cast<double>(std::filesystem::file_size(file, none));
  return LibraryGuard(least_seconds + (none ? 0 : size / bytes_per_second),
                      fmt::format("{}: the HDF5 library cannot read it: damaged{}", file.string(), remark));
}

}  // namespace unda::output
