// Which Python draws the pictures.
#pragma once

#include <string>
#include <vector>

namespace unda::cli {

struct PythonProgram {
  std::string program;
  std::string path;  ///< what PYTHONPATH is to have besides our own packages
};

/// The one that the variable UNDA_PYTHON names; otherwise the first that has the modules of unda.plot: that of the system
/// by itself, or that of PATH with the PYTHONPATH of the user. Throws RunError where there is none.
PythonProgram python_program();

}  // namespace unda::cli
