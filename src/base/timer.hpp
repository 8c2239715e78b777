// Wall-clock time.
#pragma once

#include <chrono>

namespace unda {

class Timer {
 public:
  Timer() : start_(Clock::now()) {}
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  void restart() { start_ = Clock::now(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_;
};

}  // namespace unda
