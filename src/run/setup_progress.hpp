// What is set up, and for how long already: shown while a run is made ready, which takes a while for large or uneven models.
#pragma once

#include <atomic>
#include <thread>

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

/// Shows it now and then from a thread of its own, as long as it lives; of the rank that speaks.
class SetupProgress {
 public:
  explicit SetupProgress(bool shown);
  ~SetupProgress();
  SetupProgress(const SetupProgress&) = delete;
  SetupProgress& operator=(const SetupProgress&) = delete;

 private:
  std::atomic<bool> over_{false};
  std::thread teller_;
};

}  // namespace unda::run
