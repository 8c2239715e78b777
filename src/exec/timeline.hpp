// When the pieces of a step ran, on the queues of a device and on the host, on one clock: to see what overlaps with what. Costs
// nothing unless a recording is under way.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "exec/device.hpp"

namespace unda::exec {

struct Span {
  std::string lane, name;
  double start = 0, end = 0;  ///< s since the recording began
};

class Timeline {
 public:
  /// Waits until the device is idle and begins to record.
  static void start(const Queue& queue);
  /// Waits until all that was marked is done.
  static std::vector<Span> stop();
};

/// Marks what is put into a queue, or with the host's queue what the host does, while it lives.
class Mark {
 public:
  Mark(const char* lane, const char* name, const Queue& queue = {});
  ~Mark();
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;

 private:
  struct Entry;
  friend class Timeline;
  struct Recording;
  static std::unique_ptr<Recording>& recording();
  std::size_t number_ = 0;
  bool recorded_ = false;
};

}  // namespace unda::exec
