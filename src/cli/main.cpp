// unda: the program.
#include <cstdio>
#include <string>

#include "base/error.hpp"
#include "base/memory_room.hpp"
#include "cli/program.hpp"
#include "exec/machine.hpp"
#include "exec/threads.hpp"

namespace {

void before_libraries(int argc, char** argv, char** environment) {
  unda::require_memory_to_start();
  unda::exec::settle_waiting_threads(argc, argv, environment);
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const called_before_libraries)(int, char**,
                                                                                    char**) = before_libraries;

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
