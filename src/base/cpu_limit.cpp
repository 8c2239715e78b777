// A timer of the process's own time.
#include "base/cpu_limit.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <sys/time.h>
#include <unistd.h>

#include "base/error.hpp"

namespace unda {
namespace {

char text[2048] = "";
std::size_t length = 0;

void give_up(int /*signal*/) {
  if (write(STDERR_FILENO, text, length) < 0) _exit(exit_failed);
  _exit(exit_failed);
}

void set_timer(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - static_cast<double>(timer.it_value.tv_sec)) * 1e6);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

}  // namespace

CpuLimit::CpuLimit(double seconds, const std::string& message) {
  length = static_cast<std::size_t>(std::max(0, std::snprintf(text, sizeof text, "unda: %s\n", message.c_str())));
  length = std::min(length, sizeof text - 1);
  std::signal(SIGPROF, give_up);
  set_timer(seconds);
}

CpuLimit::~CpuLimit() {
  set_timer(0);
  std::signal(SIGPROF, SIG_IGN);
}

}  // namespace unda
