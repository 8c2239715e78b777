// Running another program, and finding files that belong to this one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unda {

struct ProcessResult {
  int exit_code = 0;   ///< 127: it could not be started; 128 + N: ended by the signal N
  std::string output;  ///< what it wrote to standard output
};

/// Waits for the program to end; its standard error goes where ours goes. Its environment is ours, in which what has the same name
/// as one of `extra_environment` ("NAME=text") is replaced. No shell is involved.
ProcessResult run_process(const std::vector<std::string>& arguments,
                          const std::vector<std::string>& extra_environment = {});

/// The running program's own file.
std::filesystem::path program_path();

}  // namespace unda
