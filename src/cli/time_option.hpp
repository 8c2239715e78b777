// Lengths of time on the command line.
#pragma once

#include <string>

namespace unda::cli {

/// "90", "1:30" or "0:01:30" to seconds. Throws InputError, with the name of the option.
double seconds_of(const std::string& text, const std::string& option);

}  // namespace unda::cli
