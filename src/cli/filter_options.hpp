// The options that name a filter.
#pragma once

#include <string>
#include <vector>

#include "numerics/zero_phase_filter.hpp"

namespace CLI {
class App;
}

namespace unda::cli {

struct FilterArguments {
  double lowpass = 0, highpass = 0;
  std::vector<double> bandpass;
};

/// --lowpass, --highpass, --bandpass, of which one at most is given; `a` must live until the command is run. `help`: what the filter does.
void add_filter_options(CLI::App& command, FilterArguments& a, const std::string& help);

/// Throws InputError.
numerics::Corners corners_of(const FilterArguments& a);

}  // namespace unda::cli
