// Asking each Python for its modules, without loading them.
#include "base/python_program.hpp"

#include <cstdlib>

#include "base/error.hpp"

namespace unda {
namespace {

bool has_modules(const PythonProgram& python, const std::vector<std::string>& modules) {
  std::vector<std::string> command{
      python.program, "-c",
      "import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))"};
  command.insert(command.end(), modules.begin(), modules.end());
  return run_process(command, {"PYTHONPATH=" + python.path}).exit_code == 0;
}

std::string variable(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr ? text : "";
}

/// In a build tree beside build/, after installation under share/, in a wheel around bin/; or where the package itself says that it is,
/// when it is the one that has loaded the library.
std::filesystem::path package_directory() {
  if (const std::string named = variable("UNDA_PACKAGES"); !named.empty()) return named;
  const std::filesystem::path program = program_path();
  for (const char* relative : {"../python", "../../python", "../share/unda/python", "../.."}) {
    const auto candidate = program.parent_path() / relative;
    if (std::filesystem::exists(candidate / "unda" / "plot" / "__main__.py")) return candidate.lexically_normal();
  }
  throw RunError("the Python package unda was not found beside the program");
}

}  // namespace

std::optional<PythonProgram> find_python(const std::vector<std::string>& modules) {
  const std::string path = variable("PYTHONPATH"), named = variable("UNDA_PYTHON");
  if (!named.empty()) return PythonProgram{named, path};
  for (const PythonProgram& python : {PythonProgram{"/usr/bin/python3", ""}, {"python3", path}})
    if (has_modules(python, modules)) return python;
  return {};
}

ProcessResult run_python_module(const PythonProgram& python, const std::string& name,
                                const std::vector<std::string>& arguments) {
  std::vector<std::string> command{python.program, "-B", "-m", name};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const std::string path = package_directory().string() + (python.path.empty() ? "" : ":" + python.path);
  // A file unda.py where it is called from is none of ours.
  return run_process(command, {"PYTHONPATH=" + path, "PYTHONSAFEPATH=1"});
}

}  // namespace unda
