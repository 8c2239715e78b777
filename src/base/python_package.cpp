// Finding and starting packages.
#include "base/python_package.hpp"

#include "base/error.hpp"

namespace unda {
namespace {

/// In a build tree beside build/, after installation under share/.
std::filesystem::path directory_of(const std::string& package) {
  const std::filesystem::path program = program_path();
  for (const char* relative : {"../python", "../../python", "../share/unda/python"}) {
    const auto candidate = program.parent_path() / relative;
    if (std::filesystem::exists(candidate / package / "__main__.py")) return candidate.lexically_normal();
  }
  throw RunError(fmt::format("the Python package {} was not found beside the program", package));
}

}  // namespace

ProcessResult run_python_package(const std::string& name, const std::vector<std::string>& arguments) {
  std::vector<std::string> command{python_program, "-B", "-m", name};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_process(command, {"PYTHONPATH=" + directory_of(name).string()});
}

}  // namespace unda
