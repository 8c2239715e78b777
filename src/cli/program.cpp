// What surrounds the subcommands.
#include "cli/program.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/stop_signal.hpp"
#include "cli/commands.hpp"
#include "exec/machine.hpp"
#include "exec/threads.hpp"
#include "parallel/communicator.hpp"
#include "parallel/machine_ranks.hpp"

namespace unda::cli {

int run_process(int argc, char** argv) {
  stop_signal::watch();
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit shows as a failed write, which is reported
  try {
    const parallel::Environment mpi(&argc, &argv);
    exec::flush_denormals_to_zero();
    exec::choose_threads(parallel::ranks_on_this_machine(), parallel::ranks_here_with(exec::mask_number()));
    if (parallel::world_rank() != 0) {
      log::silence();
      stop_signal::be_quiet();
    }
    int code = run_program(argc, argv);
    if (std::fflush(stdout) != 0 && code == exit_done) {
      std::perror("unda: standard output");
      code = exit_failed;
    }
    // After a failure nothing is worth an orderly end: libraries may hold files that can no longer be written.
    if (code == exit_failed) std::_Exit(code);
    return code;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "unda: %s\n", e.what());
    return exit_failed;
  }
}

}  // namespace unda::cli
