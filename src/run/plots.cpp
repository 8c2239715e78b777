// Starting unda_plot.
#include "run/plots.hpp"

#include <sstream>

#include "base/error.hpp"
#include "base/process.hpp"

namespace unda::run {
namespace {

/// In a build tree beside build/, after installation under share/.
std::filesystem::path package_directory() {
  const std::filesystem::path program = program_path();
  for (const char* relative : {"../python", "../../python", "../share/unda/python"}) {
    const auto candidate = program.parent_path() / relative;
    if (std::filesystem::exists(candidate / "unda_plot" / "__main__.py")) return candidate.lexically_normal();
  }
  throw RunError("the Python package unda_plot was not found beside the program");
}

}  // namespace

PlotResult make_plots(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{"/usr/bin/python3", "-B", "-m", "unda_plot"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const ProcessResult process = run_process(command, {"PYTHONPATH=" + package_directory().string()});
  PlotResult result{process.exit_code, {}};
  std::istringstream lines(process.output);
  for (std::string line; std::getline(lines, line);) result.files.push_back(line);
  return result;
}

}  // namespace unda::run
