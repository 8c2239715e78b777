// The command line: one function a subcommand behind one parser.
#pragma once

namespace unda::cli {

/// Parses, runs, catches; returns the exit code.
int run_program(int argc, char** argv);

}  // namespace unda::cli
