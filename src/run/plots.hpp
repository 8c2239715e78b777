// Pictures, made by the Python package unda_plot beside the program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unda::run {

struct PlotResult {
  int exit_code = 0;
  std::vector<std::string> files;
};

/// Passes the arguments on to `python3 -m unda_plot`.
PlotResult make_plots(const std::vector<std::string>& arguments);

/// Every picture that a new result supports. A warning tells where that fails: the result itself is whole.
void draw_result(const std::filesystem::path& directory);

}  // namespace unda::run
