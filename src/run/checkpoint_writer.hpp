// Writes the state of a run now and then, and ends the run in time where a limit is set.
#pragma once

#include <filesystem>
#include <optional>

#include "base/timer.hpp"
#include "output/checkpoint.hpp"
#include "run/experiment.hpp"
#include "run/observer.hpp"

namespace unda::run {

/// What a run does about checkpoints.
struct Checkpointing {
  std::filesystem::path folder;
  std::optional<std::int64_t> every_steps;
  std::optional<double> time_limit;  ///< s, from the start of the program
  Timer since_start;
  bool restart = false;

  bool wanted() const { return every_steps || time_limit; }
  std::filesystem::path file() const { return folder / "checkpoint.h5"; }
};

/// Throws InputError where there is no checkpoint to go on from, or it is one of another run; says what differs.
void check_restart(const scenario::Scenario& scenario, const Checkpointing& checkpointing,
                   const parallel::Communicator& ranks);

/// Restores the state; returns the number of steps done.
std::int64_t restore(const Experiment& experiment, const Checkpointing& checkpointing,
                     const output::TransferState& transfer);

class CheckpointWriter final : public Observer {
 public:
  CheckpointWriter(const Experiment& experiment, const Checkpointing& checkpointing, output::TransferState transfer);
  std::optional<Stop> after_step(const TimeStep& now) override;

 private:
  void write(const TimeStep& now);
  bool time_is_up() const;

  const Experiment& experiment_;
  const Checkpointing& checkpointing_;
  output::TransferState transfer_;
  std::vector<output::CheckpointInput> inputs_;  ///< on the first rank, as they were when the run began
  double seconds_to_write_ = 0;                  ///< measured, or guessed before the first
  std::int64_t steps_seen_ = 0;
  Timer since_first_step_;
};

}  // namespace unda::run
