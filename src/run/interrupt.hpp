// Ends a run cleanly on SIGINT and SIGTERM: after the step in progress, with the traces so far kept.
#pragma once

#include "parallel/communicator.hpp"
#include "run/observer.hpp"

namespace unda::run {

/// Looks at what came during a stop_signal::Deferral, which the run holds.
class Interrupt final : public Observer {
 public:
  explicit Interrupt(const parallel::Communicator& ranks = parallel::Communicator::world()) : ranks_(ranks) {}
  std::optional<Stop> after_step(const TimeStep& now) override;

 private:
  parallel::Communicator ranks_;
};

}  // namespace unda::run
