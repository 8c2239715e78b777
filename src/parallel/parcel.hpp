// Values of several kinds on their way from one rank to another, as bytes. The same function puts them in and takes them out, so that
// the two cannot fall apart: void pass(Parcel& parcel) { parcel.value(n); parcel.list(numbers); parcel.text(name); }
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "parallel/communicator.hpp"

namespace unda::parallel {

class Parcel {
 public:
  /// To be filled.
  Parcel() = default;
  /// To be emptied, in the order in which it was filled.
  explicit Parcel(std::string bytes) : bytes_(std::move(bytes)), is_filled_(true) {}

  template <class T>
  void value(T& v) {
    pass(&v, 1);
  }
  template <class T>
  void list(std::vector<T>& v) {
    v.resize(length(v.size()));
    pass(v.data(), v.size());
  }
  void text(std::string& s) {
    s.resize(length(s.size()));
    pass(s.data(), s.size());
  }
  /// pass_one(element) for each of a list.
  template <class T, class PassOne>
  void each(std::vector<T>& v, PassOne pass_one) {
    v.resize(length(v.size()));
    for (T& one : v) pass_one(one);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::size_t length(std::size_t own) {
    auto n = static_cast<std::uint64_t>(own);
    pass(&n, 1);
    return static_cast<std::size_t>(n);
  }
  template <class T>
  void pass(T* first, std::size_t n) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (n == 0) return;
    const std::size_t size = n * sizeof(T);
    if (!is_filled_) {
      bytes_.append(reinterpret_cast<const char*>(first), size);
      return;
    }
    assert(at_ + size <= bytes_.size() && "a parcel is emptied as it was filled");
    std::memcpy(first, bytes_.data() + at_, size);
    at_ += size;
  }

  std::string bytes_;
  std::size_t at_ = 0;
  bool is_filled_ = false;
};

/// What rank 0 knows, on all ranks: pass(parcel) is called once on each.
template <class Pass>
void tell_all(const Communicator& ranks, Pass pass) {
  if (ranks.size() == 1) return;
  Parcel own;
  if (ranks.is_root()) pass(own);
  Parcel told(ranks.broadcast(own.take()));
  if (!ranks.is_root()) pass(told);
}

}  // namespace unda::parallel
