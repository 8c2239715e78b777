// Ends a run cleanly on SIGINT and SIGTERM: after the step in progress, with the traces so far kept.
#pragma once

#include "parallel/communicator.hpp"
#include "run/observer.hpp"

namespace unda::run {

class Interrupt final : public Observer {
 public:
  /// Catches the signals for the life of the object; a second one ends the program the usual way.
  explicit Interrupt(const parallel::Communicator& ranks = parallel::Communicator::world());
  ~Interrupt() override;
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  std::optional<Stop> after_step(const Moment& moment) override;

 private:
  parallel::Communicator ranks_;
};

}  // namespace unda::run
