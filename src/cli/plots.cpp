// Starting unda.plot and unda.report.
#include "cli/plots.hpp"

#include <csignal>
#include <sstream>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/process.hpp"
#include "cli/python_program.hpp"
#include "run/result_directory.hpp"

namespace unda::cli {
namespace {

constexpr int could_not_start = 127;

/// In a build tree beside build/, after installation under share/, in a wheel around bin/.
std::filesystem::path package_directory() {
  const std::filesystem::path program = program_path();
  for (const char* relative : {"../python", "../../python", "../share/unda/python", "../.."}) {
    const auto candidate = program.parent_path() / relative;
    if (std::filesystem::exists(candidate / "unda" / "plot" / "__main__.py")) return candidate.lexically_normal();
  }
  throw RunError("the Python package unda was not found beside the program");
}

ProcessResult run_module(const char* name, const std::vector<std::string>& arguments) {
  const PythonProgram python = python_program();
  std::vector<std::string> command{python.program, "-B", "-m", name};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const std::string path = package_directory().string() + (python.path.empty() ? "" : ":" + python.path);
  // A file unda.py where it is called from is none of ours.
  ProcessResult process = unda::run_process(command, {"PYTHONPATH=" + path, "PYTHONSAFEPATH=1"});
  require(process.exit_code != could_not_start, "{} cannot be started, and it draws the pictures", python.program);
  return process;
}

}  // namespace

PlotResult make_plots(const std::vector<std::string>& arguments) {
  const ProcessResult process = run_module("unda.plot", arguments);
  PlotResult result{process.exit_code, {}};
  std::istringstream lines(process.output);
  for (std::string line; std::getline(lines, line);) {
    result.files.push_back(line);
    run::note_picture(line);
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
