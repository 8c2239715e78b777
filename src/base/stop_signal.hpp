// SIGINT and SIGTERM. From watch() on they end the program with a message and exit code 1, at once; or, while a
// Deferral lives, they are noted, so that what must be written is written first.
#pragma once

#include <string>

namespace unda::stop_signal {

/// Once, at the start of the program.
void watch();
/// Only one of several ranks tells.
void be_quiet();

/// The signal that came during a deferral, or 0.
int received();
std::string name_of(int signal);

/// A second signal still ends the program, unless it comes on the heels of the first, as launchers send them.
class Deferral {
 public:
  Deferral();
  ~Deferral();
  Deferral(const Deferral&) = delete;
  Deferral& operator=(const Deferral&) = delete;
};

/// A program that this one waits for: is told to end too. 0: none.
void set_child(int process);

}  // namespace unda::stop_signal
