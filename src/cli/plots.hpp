// Pictures and reports, made by the Python package unda beside the program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unda::cli {

struct PlotResult {
  int exit_code = 0;
  std::vector<std::string> files;
};

/// Passes the arguments on to `python3 -m unda.plot`.
PlotResult make_plots(const std::vector<std::string>& arguments);

/// report.html of a directory that holds a verify.json and the results it tells of. False, after a warning, where it could
/// not be written.
bool write_verification_report(const std::filesystem::path& directory);

/// Every picture that a new result supports. A warning tells where that fails: the result itself is whole.
void draw_result(const std::filesystem::path& directory);

}  // namespace unda::cli
