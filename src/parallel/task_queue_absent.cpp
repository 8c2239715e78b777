// The counter of one process, in a build without MPI.
#include "parallel/task_queue.hpp"

namespace unda::parallel {

struct TaskQueue::Window {};

TaskQueue::TaskQueue(const Communicator& /*ranks*/) {}
TaskQueue::~TaskQueue() = default;
std::int64_t TaskQueue::next() { return counter_++; }

}  // namespace unda::parallel
