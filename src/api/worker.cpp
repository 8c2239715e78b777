// The thread that computes, and its conversation with the one that waits.
#include "api/worker.hpp"

#include <chrono>
#include <thread>

#include "exec/machine.hpp"
#include "exec/threads.hpp"

namespace unda::api {
namespace {

constexpr std::chrono::milliseconds watch_interval{100};

void settle(int threads) {
  if (threads > 0)
    exec::use_threads(threads);
  else
    exec::choose_threads(1, 1);
  exec::flush_denormals_to_zero();
}

}  // namespace

void on_worker(const std::function<void()>& work, int threads) {
  std::thread([&] {
    settle(threads);
    work();
  }).join();
}

void Exchange::run(const std::function<void()>& work, int threads, const std::function<void()>& watch) {
  std::thread worker([&] {
    settle(threads);
    work();
    const std::lock_guard lock(mutex_);
    done_ = true;
    changed_.notify_all();
  });
  std::unique_lock lock(mutex_);
  while (!done_) {
    changed_.wait_for(lock, watch_interval, [this] { return done_ || request_; });
    if (done_) break;
    const std::function<void()>* request = request_;
    lock.unlock();
    request ? (*request)() : watch();
    lock.lock();
    if (!request) continue;
    request_ = nullptr;
    changed_.notify_all();
  }
  lock.unlock();
  worker.join();
}

void Exchange::ask_caller(const std::function<void()>& request) {
  std::unique_lock lock(mutex_);
  request_ = &request;
  changed_.notify_all();
  while (request_) {
    changed_.wait(lock, [this] { return !request_ || errand_; });
    if (!errand_) continue;
    (*errand_)();
    errand_ = nullptr;
    changed_.notify_all();
  }
}

void Exchange::ask_worker(const std::function<void()>& work) {
  std::unique_lock lock(mutex_);
  errand_ = &work;
  changed_.notify_all();
  changed_.wait(lock, [this] { return !errand_; });
}

}  // namespace unda::api
