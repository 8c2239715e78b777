// What a checkpoint holds, value after value. The same calls in the same order save and restore, so that the two cannot
// fall apart. Every rank has a state of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace unda::method {

class State {
 public:
  virtual ~State() = default;
  virtual bool restoring() const = 0;
  /// Copies bytes out of, or into, the caller's memory.
  virtual void transfer(void* data, std::size_t bytes) = 0;

  template <class T>
  void value(T& v) {
    static_assert(std::is_trivially_copyable_v<T>);
    transfer(&v, sizeof v);
  }
  /// Of a length that both sides know.
  template <class T>
  void values(T* first, std::size_t n) {
    static_assert(std::is_trivially_copyable_v<T>);
    transfer(first, n * sizeof(T));
  }
  /// Of any length.
  template <class T>
  void list(std::vector<T>& v) {
    auto n = static_cast<std::int64_t>(v.size());
    value(n);
    if (restoring()) v.resize(static_cast<std::size_t>(n));
    values(v.data(), v.size());
  }
  void text(std::string& s) {
    auto n = static_cast<std::int64_t>(s.size());
    value(n);
    if (restoring()) s.resize(static_cast<std::size_t>(n));
    transfer(s.data(), s.size());
  }
};

}  // namespace unda::method
