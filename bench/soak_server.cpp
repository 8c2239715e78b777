// The program many times over without starting it: a fork of this process for every line of standard input. For bench/soak.
//
//   soak_server LIMIT_S MEMORY_BYTES
//
// A line is a folder and the words of a command line, separated by tabs. The fork runs it there, with its messages in
// FOLDER.messages and no more than so much memory (0: any). Answer: one line with the exit code, minus the number of the
// signal that ended it, or "hung" where it had to be killed: after so many seconds of computing, which on a busy machine
// may come late, or ten times as many on the clock; and the seconds that it took.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <iostream>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "cli/program.hpp"

namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; std::getline(in, word, '\t');) words.push_back(word);
  return words;
}

void redirect(const std::string& file, int flags, int descriptor) {
  const int opened = open(file.c_str(), flags, 0644);
  if (opened < 0 || dup2(opened, descriptor) < 0) _exit(126);
  close(opened);
}

[[noreturn]] void run(const std::vector<std::string>& words, double seconds, unsigned long memory) {
  const std::string& folder = words[0];
  if (chdir(folder.c_str()) != 0) _exit(126);
  redirect("/dev/null", O_RDONLY, STDIN_FILENO);
  redirect("/dev/null", O_WRONLY, STDOUT_FILENO);
  redirect(folder + ".messages", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  const auto computing = static_cast<rlim_t>(seconds);
  const rlimit none{0, 0}, limit{memory, memory}, time{computing, computing + 5};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_CPU, &time);
  if (memory > 0) setrlimit(RLIMIT_AS, &limit);
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv[0] = const_cast<char*>("unda");
  std::exit(unda::cli::run_process(static_cast<int>(argv.size()), argv.data()));
}

/// Whether the process ended by itself within the limit; SIGCHLD is blocked.
bool wait_for(pid_t process, double seconds, int& status) {
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  timespec limit{};
  limit.tv_sec = static_cast<time_t>(seconds);
  const bool ended = sigtimedwait(&children, nullptr, &limit) == SIGCHLD;
  if (!ended) kill(process, SIGKILL);
  waitpid(process, &status, 0);
  if (!ended) sigtimedwait(&children, nullptr, &limit);  // that of the kill
  return ended;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: soak_server LIMIT_S MEMORY_BYTES\n");
    return 2;
  }
  const double seconds = std::atof(argv[1]);
  const unsigned long memory = std::strtoul(argv[2], nullptr, 10);
  sigset_t children, before;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, &before);
  for (std::string line; std::getline(std::cin, line);) {
    const std::vector<std::string> words = split(line);
    const auto begin = std::chrono::steady_clock::now();
    const pid_t process = fork();
    if (process == 0) {
      sigprocmask(SIG_SETMASK, &before, nullptr);
      run(words, seconds, memory);
    }
    int status = 0;
    const bool in_time = wait_for(process, 10 * seconds, status);
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!in_time || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
      std::printf("hung %.4f\n", took);
    else
      std::printf("%d %.4f\n", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), took);
    std::fflush(stdout);
  }
}
