// Carries an exception out of a loop of threads, which no exception may leave by itself.
#pragma once

#include <exception>
#include <mutex>

namespace unda::exec {

class FirstException {
 public:
  /// f(), and what it throws is kept; the first that comes, where several do.
  template <class Function>
  void guard(Function&& f) noexcept {
    try {
      f();
    } catch (...) {
      const std::lock_guard lock(lock_);
      if (first_ == nullptr) first_ = std::current_exception();
    }
  }
  /// After the loop: throws what was kept.
  void rethrow() const {
    if (first_ != nullptr) std::rethrow_exception(first_);
  }

 private:
  std::mutex lock_;
  std::exception_ptr first_;
};

}  // namespace unda::exec
