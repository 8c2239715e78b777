// The program as a process: signals, MPI, threads, exit code.
#pragma once

namespace unda::cli {

/// All that main does; once in a process. After a failure it does not come back, so that nothing more is written.
int run_process(int argc, char** argv);

}  // namespace unda::cli
