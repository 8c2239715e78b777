// An array with a copy on the host and one on a device. Whoever wants it says on which side and what for; what has become old
// there is copied first. On the host device both are one array and nothing is ever copied. A side is allocated when it is
// first asked for. On the simulated device the old copy on the host cannot be touched either.
#pragma once

#include <cassert>
#include <cstring>

#include "exec/buffer.hpp"
#include "exec/device.hpp"

namespace unda::exec {

enum class Access { read, write, read_write };  ///< write: all of it, whatever was there before

template <class T>
class Twin {
 public:
  Twin() = default;
  /// Zeros.
  explicit Twin(std::size_t n, Queue queue = {}) : size_(n), queue_(std::move(queue)) {
    if (on_host_alone()) here_ = Buffer<T>(n);
  }

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  bool empty() const { return size_ == 0; }

  /// On the host device alone.
  T* data() {
    assert(on_host_alone());
    return here_.data();
  }
  const T* data() const {
    assert(on_host_alone());
    return here_.data();
  }

  /// Waits until the copy is there.
  T* host(Access access) {
    if (on_host_alone()) return here_.data();
    allocate_here();
    if (newer_ == Side::device && access != Access::write) {
      show_here(true);
      copy(queue_, host_pointer(), there_.get(), bytes(), Direction::to_host);
      queue_.wait();
      newer_ = Side::none;
    }
    show_here(true);
    if (access != Access::read) newer_ = Side::host;
    return host_pointer();
  }
  const T* host() const { return const_cast<Twin*>(this)->host(Access::read); }

  /// In the order of the queue.
  T* device(Access access) {
    if (on_host_alone()) return here_.data();
    if (there_ == nullptr && size_ > 0) there_ = allocate(queue_.device(), bytes());
    if (newer_ == Side::host && access != Access::write) {
      copy(queue_, there_.get(), host_pointer(), bytes(), Direction::to_device);
      queue_.wait();
      newer_ = Side::none;
    }
    if (access != Access::read) {
      newer_ = Side::device;
      show_here(false);
    }
    return static_cast<T*>(there_.get());
  }
  /// Lets go of the host's copy once the device has what it needs.
  void release_host() {
    if (on_host_alone()) return;
    device(Access::read);
    here_ = {};
    pages_.reset();
    if (newer_ == Side::none) newer_ = Side::device;
  }

 private:
  enum class Side { none, host, device };

  bool on_host_alone() const { return queue_.device().is_host(); }
  bool is_simulated() const { return queue_.device().kind == DeviceKind::simulated; }
  T* host_pointer() { return is_simulated() ? static_cast<T*>(pages_.get()) : here_.data(); }
  void allocate_here() {
    if (size_ == 0) return;
    if (is_simulated() && pages_ == nullptr) pages_ = detail::allocate_pages(bytes());
    if (!is_simulated() && here_.empty()) here_ = Buffer<T>(size_);
  }
  void show_here(bool open) {
    if (is_simulated() && pages_ != nullptr) detail::open_pages(pages_.get(), bytes(), open);
  }

  std::size_t size_ = 0;
  Queue queue_;
  Buffer<T> here_;
  std::shared_ptr<void> pages_;  ///< in place of here_ on the simulated device
  std::shared_ptr<void> there_;
  Side newer_ = Side::none;
};

}  // namespace unda::exec
