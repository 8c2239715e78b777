// Shows how far a run is: one line that renews itself on a terminal, a plain line now and then otherwise and under
// mpirun.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/timer.hpp"
#include "run/observer.hpp"
#include "run/setup_progress.hpp"

namespace unda::run {

/// Whatever is told goes to this line, as often as it can be read.
class ProgressLine {
 public:
  ProgressLine();
  /// `text` is asked only where it is shown.
  void show(const std::function<std::string()>& text);
  /// Leaves nothing of it on a terminal.
  void clear();

 private:
  bool terminal_;
  Timer timer_;
  double last_shown_ = 0;
};

class Progress final : public Observer {
 public:
  /// `setting_up` ends when the first step begins.
  Progress(std::int64_t cells, std::unique_ptr<SetupProgress> setting_up);
  void start(method::Simulation& /*simulation*/) override { setting_up_.reset(); }
  std::optional<Stop> after_step(const TimeStep& now) override;
  void finish(const TimeStep& now) override;

 private:
  std::string text(const TimeStep& now) const;
  std::int64_t cells_;
  std::unique_ptr<SetupProgress> setting_up_;
  Timer timer_;  ///< since the first step seen
  ProgressLine line_;
  std::int64_t first_step_ = -1;  ///< seen by then; the run may have gone on from a checkpoint
};

/// "12 s", "3 min 20 s", "2 h 05 min".
std::string duration_text(double seconds);

}  // namespace unda::run
