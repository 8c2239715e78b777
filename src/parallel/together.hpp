// What goes wrong on one rank and matters to all: one rank that acts for all fails, in the same words, on every rank; and a rank
// can find out whether the others have failed too or are waiting for it.
#pragma once

#include <string>

#include "base/error.hpp"
#include "parallel/communicator.hpp"

namespace unda::parallel {

/// A failure as text that travels, all messages of an InputError with it; empty: none.
std::string failure_text(const InputError& error);
std::string failure_text(const std::exception& error);
/// Throws what the text is of; nothing where it is empty.
void throw_failure(const std::string& text);

/// Whether every rank of the group comes to this call within a few seconds: tells an error that all have met from one of this
/// rank alone, for which the others may wait in vain.
bool all_agree_to_end(const Communicator& ranks);

/// Runs `action` on rank 0 while the others wait for its end; an InputError or RunError is thrown on every rank.
template <class Action>
void on_root(const Communicator& communicator, Action action) {
  if (communicator.size() == 1) return action();
  std::string failure;
  if (communicator.is_root()) {
    try {
      action();
    } catch (const InputError& e) {
      failure = failure_text(e);
    } catch (const std::exception& e) {
      failure = failure_text(e);
    }
  }
  throw_failure(communicator.broadcast(failure));
}

}  // namespace unda::parallel
