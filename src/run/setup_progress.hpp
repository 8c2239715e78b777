// What is set up, and for how long already: shown while a run is made ready, which takes a while for large or uneven models.
#pragma once

#include <atomic>
#include <thread>

#include "base/timer.hpp"

namespace unda::run {

/// Names what is set up now, until it goes or another one comes: "the model".
class SetupStage {
 public:
  explicit SetupStage(const char* what);
  ~SetupStage();
  SetupStage(const SetupStage&) = delete;
  SetupStage& operator=(const SetupStage&) = delete;

 private:
  const char* before_;
};

/// Shows it now and then from a thread of its own, as long as it lives; of the rank that speaks. Seconds
/// count from the start of the run, so that one who takes over goes on counting.
class SetupProgress {
 public:
  explicit SetupProgress(bool shown, Timer since_start = {});
  ~SetupProgress();
  SetupProgress(const SetupProgress&) = delete;
  SetupProgress& operator=(const SetupProgress&) = delete;

 private:
  Timer since_start_;
  std::atomic<bool> over_{false};
  std::thread teller_;
};

}  // namespace unda::run
