// The handler, made of calls that a handler may make.
#include "base/stop_signal.hpp"

#include <csignal>
#include <cstring>
#include <ctime>
#include <unistd.h>

#include "base/error.hpp"

namespace unda::stop_signal {
namespace {

constexpr std::time_t on_the_heels = 2;  // s

volatile std::sig_atomic_t noted = 0, n_deferrals = 0, quiet = 0, child = 0;
volatile std::time_t noted_at = 0;

std::time_t now() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}

void put(const char* text) {
  if (quiet == 0 && write(STDERR_FILENO, text, std::strlen(text)) < 0) _exit(exit_failed);
}

void handle(int signal) {
  if (child != 0) kill(child, SIGTERM);
  if (n_deferrals > 0 && (noted == 0 || now() - noted_at <= on_the_heels)) {
    if (noted == 0) noted_at = now();
    noted = signal;
    return;
  }
  put(signal == SIGINT ? "unda: stopped by SIGINT" : "unda: stopped by SIGTERM");
  put(n_deferrals > 0 ? ", a second time: what was being written is not whole\n" : "\n");
  _exit(exit_failed);
}

}  // namespace

void watch() {
  struct sigaction action {};
  action.sa_handler = handle;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGINT);
  sigaddset(&action.sa_mask, SIGTERM);
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // as nohup and shells in scripts wish
  }
}

void be_quiet() { quiet = 1; }

int received() { return noted; }

std::string name_of(int signal) { return signal == SIGINT ? "SIGINT" : "SIGTERM"; }

Deferral::Deferral() { n_deferrals = n_deferrals + 1; }
Deferral::~Deferral() { n_deferrals = n_deferrals - 1; }

void set_child(int process) { child = process; }

}  // namespace unda::stop_signal
