// The Python packages that belong to the program, each started as a program of its own.
#pragma once

#include "base/process.hpp"

namespace unda {

inline constexpr const char* python_program = "/usr/bin/python3";
inline constexpr int could_not_start = 127;  ///< the exit code where there is no such program

/// `python3 -m name arguments`, from python/ in a build tree and from share/ after installation.
ProcessResult run_python_package(const std::string& name, const std::vector<std::string>& arguments);

}  // namespace unda
