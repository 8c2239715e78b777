// Asking each Python for its modules, without loading them.
#include "cli/python_program.hpp"

#include <cstdlib>

#include "base/error.hpp"
#include "base/process.hpp"

namespace unda::cli {
namespace {

bool has_modules(const PythonProgram& python) {
  constexpr const char* question =
      "import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, ('numpy', 'h5py', 'matplotlib'))))";
  return unda::run_process({python.program, "-c", question}, {"PYTHONPATH=" + python.path}).exit_code == 0;
}

std::string variable(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr ? text : "";
}

}  // namespace

PythonProgram python_program() {
  const std::string path = variable("PYTHONPATH"), named = variable("UNDA_PYTHON");
  if (!named.empty()) return {named, path};
  for (const PythonProgram& python : {PythonProgram{"/usr/bin/python3", ""}, {"python3", path}})
    if (has_modules(python)) return python;
  throw RunError(
      "no Python with numpy, h5py and matplotlib was found, and it draws the pictures: apt-get install python3 "
      "python3-numpy python3-h5py python3-matplotlib, or pip install numpy h5py matplotlib; UNDA_PYTHON names the "
      "Python to take");
}

}  // namespace unda::cli
