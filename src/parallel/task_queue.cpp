// A counter on the first rank that all can reach.
#include "parallel/task_queue.hpp"

#include <exception>

#include "parallel/mpi.hpp"

namespace unda::parallel {

struct TaskQueue::Window {
  MPI_Win handle = MPI_WIN_NULL;
  std::int64_t* counter = nullptr;
  int n_exceptions = std::uncaught_exceptions();
};

TaskQueue::TaskQueue(const Communicator& ranks) {
  if (ranks.size() == 1) return;
  window_ = std::make_unique<Window>();
  const MPI_Aint bytes = ranks.is_root() ? sizeof(std::int64_t) : 0;
  check(
      MPI_Win_allocate(bytes, sizeof(std::int64_t), MPI_INFO_NULL, comm_of(ranks), &window_->counter, &window_->handle),
      "MPI_Win_allocate");
  if (ranks.is_root()) {
    check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window_->handle), "MPI_Win_lock");
    *window_->counter = 0;
    check(MPI_Win_unlock(0, window_->handle), "MPI_Win_unlock");
  }
  ranks.barrier();
}

TaskQueue::~TaskQueue() {
  // After an error of this rank the others may never come here, and freeing waits for them.
  if (window_ && std::uncaught_exceptions() == window_->n_exceptions && mpi_is_running())
    MPI_Win_free(&window_->handle);
}

std::int64_t TaskQueue::next() {
  if (!window_) return counter_++;
  const std::int64_t one = 1;
  std::int64_t number = 0;
  check(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window_->handle), "MPI_Win_lock");
  check(MPI_Fetch_and_op(&one, &number, MPI_INT64_T, 0, 0, MPI_SUM, window_->handle), "MPI_Fetch_and_op");
  check(MPI_Win_unlock(0, window_->handle), "MPI_Win_unlock");
  return number;
}

}  // namespace unda::parallel
