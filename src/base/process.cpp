// posix_spawn with a pipe.
#include "base/process.hpp"

#include <algorithm>
#include <cerrno>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/stop_signal.hpp"

namespace unda {

ProcessResult run_process(const std::vector<std::string>& arguments,
                          const std::vector<std::string>& extra_environment) {
  std::vector<char*> argv, envp;
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  for (const std::string& e : extra_environment) envp.push_back(const_cast<char*>(e.c_str()));
  const auto is_replaced = [&](const std::string& own) {
    const std::string name = own.substr(0, own.find('=') + 1);
    return std::any_of(extra_environment.begin(), extra_environment.end(),
                       [&](const std::string& e) { return e.starts_with(name); });
  };
  for (char** e = environ; *e != nullptr; ++e)
    if (!is_replaced(*e)) envp.push_back(*e);
  envp.push_back(nullptr);

  int ends[2];
  require(pipe(ends) == 0, "cannot make a pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  pid_t pid = 0;
  const int failed = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (failed == 0) stop_signal::set_child(pid);

  ProcessResult result;
  char piece[4096];
  for (ssize_t n = 0; failed == 0 && ((n = read(ends[0], piece, sizeof piece)) > 0 || (n < 0 && errno == EINTR));)
    if (n > 0) result.output.append(piece, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 127 << 8;
  if (failed == 0)
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
  stop_signal::set_child(0);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

std::filesystem::path program_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

}  // namespace unda
