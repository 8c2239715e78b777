// unda: the program.
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/stop_signal.hpp"
#include "cli/commands.hpp"
#include "exec/machine.hpp"
#include "exec/threads.hpp"
#include "parallel/communicator.hpp"

namespace {

[[gnu::section(".preinit_array"),
  gnu::used]] void (*const before_libraries)(int, char**, char**) = unda::exec::settle_waiting_threads;

}  // namespace

int main(int argc, char** argv) {
  const std::string missing = unda::exec::missing_isa();
  if (!missing.empty()) {
    std::fprintf(stderr,
                 "unda: this program was compiled for a CPU with %s, which this one lacks; build it here, or "
                 "with -DUNDA_ARCH=x86-64-v2\n",
                 missing.c_str());
    return unda::exit_failed;
  }
  unda::stop_signal::watch();
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit shows as a failed write, which is reported
  try {
    const unda::parallel::Environment mpi(&argc, &argv);
    unda::exec::flush_denormals_to_zero();
    unda::exec::choose_threads(unda::parallel::ranks_on_this_machine());
    if (unda::parallel::world_rank() != 0) {
      unda::log::silence();
      unda::stop_signal::be_quiet();
    }
    int code = unda::cli::run_program(argc, argv);
    if (std::fflush(stdout) != 0 && code == unda::exit_done) {
      std::perror("unda: standard output");
      code = unda::exit_failed;
    }
    // After a failure nothing is worth an orderly end: libraries may hold files that can no longer be written.
    if (code == unda::exit_failed) std::_Exit(code);
    return code;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "unda: %s\n", e.what());
    return unda::exit_failed;
  }
}
