// One rank acts for all: what goes wrong there goes wrong, in the same words, on every rank.
#pragma once

#include "base/error.hpp"
#include "parallel/communicator.hpp"

namespace unda::parallel {

/// Runs `action` on rank 0 while the others wait for its end; an InputError or RunError is thrown on every rank.
template <class Action>
void on_root(const Communicator& communicator, Action action) {
  if (communicator.size() == 1) return action();
  std::string failure;  // the first letter tells the kind
  if (communicator.is_root()) {
    try {
      action();
    } catch (const InputError& e) {
      failure = std::string("i") + e.what();
    } catch (const std::exception& e) {
      failure = std::string("r") + e.what();
    }
  }
  failure = communicator.broadcast(failure);
  if (failure.empty()) return;
  if (failure[0] == 'i') throw InputError(failure.substr(1));
  throw RunError(failure.substr(1));
}

}  // namespace unda::parallel
