// Numbers 0, 1, 2, ... handed out to whichever rank asks first: work shared among groups of ranks of different speed.
#pragma once

#include <cstdint>
#include <memory>

#include "parallel/communicator.hpp"

namespace unda::parallel {

class TaskQueue {
 public:
  /// Collective.
  explicit TaskQueue(const Communicator& ranks);
  ~TaskQueue();
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  /// The next number; any rank may ask at any time.
  std::int64_t next();

 private:
  struct Window;
  std::unique_ptr<Window> window_;
  std::int64_t counter_ = 0;  ///< where there is one rank only
};

}  // namespace unda::parallel
