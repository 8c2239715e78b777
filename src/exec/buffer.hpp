// Memory of the loops: aligned, zeroed by the threads that will use it, never copied by accident. Owned by
// whoever holds it.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <utility>

#include "exec/for_each.hpp"

namespace unda::exec {

inline constexpr std::size_t alignment = 2u << 20;  ///< large buffers start on a 2 MB page
inline constexpr std::size_t small_alignment = 64;  ///< a cache line, and the widest vector

template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t n) : size_(n), data_(allocate(n)) {
    T* p = data_.get();
    for_each(n, [p](std::size_t i) { p[i] = T{}; });
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };

  static T* allocate(std::size_t n) {
    if (n == 0) return nullptr;
    const std::size_t unit = n * sizeof(T) >= alignment ? alignment : small_alignment;
    const std::size_t bytes = (n * sizeof(T) + unit - 1) / unit * unit;
    void* p = std::aligned_alloc(unit, bytes);
    if (p == nullptr) throw std::bad_alloc();
    if (unit == alignment) madvise(p, bytes, MADV_HUGEPAGE);  // a wish: stencils touch many pages a row
    return static_cast<T*>(p);
  }

  std::size_t size_ = 0;
  std::unique_ptr<T, Free> data_;
};

}  // namespace unda::exec
