// The options of commands that compare traces: a filter, and which receivers and quantities.
#pragma once

#include "cli/filter_options.hpp"
#include "verify/compare.hpp"

namespace CLI {
class App;
}

namespace unda::cli {

struct ComparisonArguments {
  std::string group, quantity;
  double position_tolerance = 0;
  FilterArguments filter;
};

/// `a` must live until the command is run.
void add_comparison_options(CLI::App& command, ComparisonArguments& a);

/// Throws InputError.
verify::CompareOptions comparison_options(const ComparisonArguments& a);

}  // namespace unda::cli
