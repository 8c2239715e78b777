// unda: the program.
#include <cstdio>
#include <string>

#include "base/error.hpp"
#include "cli/program.hpp"
#include "exec/machine.hpp"
#include "exec/threads.hpp"

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
  return unda::cli::run_process(argc, argv);
}
