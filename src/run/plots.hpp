// Pictures, made by the Python package unda_plot beside the program.
#pragma once

#include <string>
#include <vector>

namespace unda::run {

struct PlotResult {
  int exit_code = 0;
  std::vector<std::string> files;
};

/// Passes the arguments on to `python3 -m unda_plot`.
PlotResult make_plots(const std::vector<std::string>& arguments);

}  // namespace unda::run
