// Starting unda.plot and unda.report.
#include "cli/plots.hpp"

#include <csignal>
#include <sstream>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/python_program.hpp"
#include "run/result_directory.hpp"

namespace unda::cli {
namespace {

ProcessResult run_module(const char* name, const std::vector<std::string>& arguments) {
  const std::optional<PythonProgram> python = find_python({"numpy", "h5py", "matplotlib"});
  require(python.has_value(),
          "no Python with numpy, h5py and matplotlib was found, and it draws the pictures: apt-get install python3 "
          "python3-numpy python3-h5py python3-matplotlib, or pip install numpy h5py matplotlib; UNDA_PYTHON names the "
          "Python to take");
  ProcessResult process = run_python_module(*python, name, arguments);
  require(process.exit_code != could_not_start, "{} cannot be started, and it draws the pictures", python->program);
  return process;
}

}  // namespace

PlotResult make_plots(const std::vector<std::string>& arguments) {
  const ProcessResult process = run_module("unda.plot", arguments);
  PlotResult result{process.exit_code, {}};
  std::istringstream lines(process.output);
  for (std::string line; std::getline(lines, line);) {
    result.files.push_back(line);
    run::note_file(line);
  }
  require(process.exit_code < 128 || process.exit_code == 128 + SIGTERM || process.exit_code == 128 + SIGINT,
          "{}: the HDF5 library cannot read it: damaged, or not a traces file", arguments.front());
  return result;
}

bool write_verification_report(const std::filesystem::path& directory) {
  try {
    if (run_module("unda.report", {directory.string()}).exit_code == exit_done) return true;
  } catch (const RunError& e) {
    log::warn("{}", e.what());
  }
  log::warn("report.html could not be written; the figures stand in {}", (directory / "verify.json").string());
  return false;
}

void draw_result(const std::filesystem::path& directory) {
  int exit_code = exit_failed;
  try {
    exit_code = make_plots({directory.string()}).exit_code;
  } catch (const RunError& e) {
    log::warn("{}", e.what());
  }
  if (exit_code != exit_done) log::warn("the plots could not be made; try: unda plot {}", directory.string());
}

}  // namespace unda::cli
