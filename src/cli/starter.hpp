// unda init: a commented scenario to start from, which runs in seconds as it is.
#pragma once

#include <filesystem>
#include <string>

#include "scenario/scenario.hpp"

namespace unda::cli {

/// Lines of the form "# key = value" in it are keys that may be switched on as they stand. Throws InputError where the file exists or the method is not part of this program.
void write_starter(const std::filesystem::path& file, int dim, scenario::Method method);

}  // namespace unda::cli
