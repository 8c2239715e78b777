// Reading lengths of time.
#include "cli/time_option.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"

namespace unda::cli {

double seconds_of(const std::string& text, const std::string& option) {
  double seconds = 0;
  int n_parts = 0;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(':', start), text.size());
    const std::string part = text.substr(start, end - start);
    std::size_t used = 0;
    double value = -1;
    try {
      value = std::stod(part, &used);
    } catch (const std::exception&) {
      used = 0;
    }
    if (part.empty() || used != part.size() || !(value >= 0) || !(value < 1e12) || ++n_parts > 3)
      throw InputError(fmt::format("{}: found '{}'; give seconds, MM:SS or HH:MM:SS", option, text));
    seconds = 60 * seconds + value;
    start = end + 1;
  }
  if (seconds <= 0) throw InputError(fmt::format("{}: found '{}'; must be more than 0", option, text));
  return seconds;
}

}  // namespace unda::cli
