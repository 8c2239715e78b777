// Recording: pairs of events in queues, pairs of times on the host.
#include "exec/timeline.hpp"

#include "base/timer.hpp"
#include "exec/gpu_support.hpp"

#ifdef UNDA_CUDA
#include <cuda_runtime.h>
#endif

namespace unda::exec {
namespace {

/// A moment in a queue of a GPU, or on the host.
class TimeMark {
 public:
  TimeMark(const Queue& queue, double now) : now_(now) {
#ifdef UNDA_CUDA
    if (queue.device().kind != DeviceKind::gpu) return;
    cudaEvent_t event = nullptr;
    detail::check_gpu_call(cudaEventCreate(&event), "making an event");
    detail::check_gpu_call(cudaEventRecord(event, static_cast<cudaStream_t>(queue.stream())), "recording an event");
    event_ = {event, [](void* e) { cudaEventDestroy(static_cast<cudaEvent_t>(e)); }};
#else
    static_cast<void>(queue);
#endif
  }
  /// s after the first moment of the recording.
  double since([[maybe_unused]] const TimeMark& first) const {
#ifdef UNDA_CUDA
    if (event_ != nullptr) {
      float ms = 0;
      detail::check_gpu_call(cudaEventSynchronize(static_cast<cudaEvent_t>(event_.get())), "computing");
      detail::check_gpu_call(cudaEventElapsedTime(&ms, static_cast<cudaEvent_t>(first.event_.get()),
                                                  static_cast<cudaEvent_t>(event_.get())),
                             "asking for a time");
      return 1e-3 * static_cast<double>(ms);
    }
#endif
    return now_;
  }

 private:
  double now_;
  std::shared_ptr<void> event_;
};

}  // namespace

struct Mark::Entry {
  std::string lane, name;
  Queue queue;
  TimeMark start, end;
};

struct Mark::Recording {
  Queue queue;
  Timer timer;
  TimeMark first;
  std::vector<Entry> entries;
  explicit Recording(const Queue& q) : queue(q), first(q, 0) {}
};

std::unique_ptr<Mark::Recording>& Mark::recording() {
  static std::unique_ptr<Recording> one;
  return one;
}

void Timeline::start(const Queue& queue) {
  queue.wait();
  Mark::recording() = std::make_unique<Mark::Recording>(queue);
  queue.wait();
  Mark::recording()->timer.restart();
}

std::vector<Span> Timeline::stop() {
  std::vector<Span> spans;
  if (Mark::recording() == nullptr) return spans;
  const Mark::Recording& all = *Mark::recording();
  for (const Mark::Entry& e : all.entries)
    spans.push_back({e.lane, e.name, e.start.since(all.first), e.end.since(all.first)});
  Mark::recording().reset();
  return spans;
}

Mark::Mark(const char* lane, const char* name, const Queue& queue) {
  Recording* all = recording().get();
  if (all == nullptr) return;
  const TimeMark now(queue, all->timer.seconds());
  number_ = all->entries.size();
  recorded_ = true;
  all->entries.push_back({lane, name, queue, now, now});
}

Mark::~Mark() {
  Recording* all = recording().get();
  if (!recorded_ || all == nullptr) return;
  Entry& entry = all->entries[number_];
  entry.end = TimeMark(entry.queue, all->timer.seconds());
}

}  // namespace unda::exec
