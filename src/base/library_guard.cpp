// A timer of the process's own time, and handlers of faults.
#include "base/library_guard.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <sys/time.h>
#include <unistd.h>

#include "base/error.hpp"

namespace unda {
namespace {

constexpr int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};

char text[2048] = "";
std::size_t length = 0;
alignas(16) char stack[1 << 16];  // a fault may have used up the usual one

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

void set_handler(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

LibraryGuard::LibraryGuard(double seconds, const std::string& message) {
  length = static_cast<std::size_t>(std::max(0, std::snprintf(text, sizeof text, "unda: %s\n", message.c_str())));
  length = std::min(length, sizeof text - 1);
  stack_t own{};
  own.ss_sp = stack;
  own.ss_size = sizeof stack;
  sigaltstack(&own, nullptr);
  for (const int fault : faults) set_handler(fault, give_up);
  set_handler(SIGPROF, give_up);
  set_timer(seconds);
}

LibraryGuard::~LibraryGuard() {
  set_timer(0);
  set_handler(SIGPROF, SIG_IGN);
  for (const int fault : faults) set_handler(fault, SIG_DFL);
}

}  // namespace unda
