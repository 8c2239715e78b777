// Where the library computes: on a thread made for the purpose, with its own team of threads and its own treatment of small numbers, so
// that those of the caller stay as they are and a forked process starts with none that are lost.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

namespace unda::api {

/// Runs `work`, which must not throw, to its end. threads: 0: as many as the program unda would take.
void on_worker(const std::function<void()>& work, int threads = 0);

/// What caller and worker tell each other while a simulation runs.
class Exchange {
 public:
  /// Of the caller: waits until `work` is done; meanwhile calls `watch` now and then, and what the worker asks for.
  void run(const std::function<void()>& work, int threads, const std::function<void()>& watch);

  /// Of the worker: has `request` done by the caller, waits, and does what that wants done on this thread meanwhile.
  void ask_caller(const std::function<void()>& request);
  /// Of the caller, within a request: has `work`, which must not throw, done by the worker.
  void ask_worker(const std::function<void()>& work);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* request_ = nullptr;  ///< of the worker
  const std::function<void()>* errand_ = nullptr;   ///< of the caller, within a request
  bool done_ = false;
};

}  // namespace unda::api
