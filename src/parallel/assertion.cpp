// What a failed assert() does: it says so in a sentence, and ends every rank with the exit code of a failure. Without this the C
// library would end this rank by a signal, in words that no user can place, while others wait for it.
#include <cassert>
#include <cstdio>

#include "base/error.hpp"
#include "parallel/communicator.hpp"

#if defined(__GLIBC__)

extern "C" [[noreturn]] void __assert_fail(const char* assertion, const char* file, unsigned line,  // NOLINT
                                           const char* function) noexcept {
  std::fflush(stdout);
  std::fprintf(stderr,
               "unda: a mistake in unda itself, not in the scenario: '%s' does not hold (%s:%u, %s). Please report it "
               "with the scenario\n",
               assertion, file, line, function);
  std::fflush(stderr);
  unda::parallel::abort_all(unda::exit_failed);
}

#endif
