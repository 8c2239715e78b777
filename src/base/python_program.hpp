// Which Python runs our own packages, and starting one of them as a program of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/process.hpp"

namespace unda {

struct PythonProgram {
  std::string program;
  std::string path;  ///< what PYTHONPATH is to have besides our own packages
};

/// The one that the variable UNDA_PYTHON names; otherwise the first that has the modules: that of the system by itself, or that of
/// PATH with the PYTHONPATH of the user. None: there is none.
std::optional<PythonProgram> find_python(const std::vector<std::string>& modules);

inline constexpr int could_not_start = 127;  ///< the exit code where the program cannot be started

/// `python -m name arguments` with the package unda on its path. Throws RunError where that is not beside the program.
ProcessResult run_python_module(const PythonProgram& python, const std::string& name,
                                const std::vector<std::string>& arguments);

}  // namespace unda
