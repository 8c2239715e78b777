// Numbers that every step of a run on a device notes: kept there in a block, which comes to the host when it is full or asked for.
#pragma once

#include <utility>
#include <vector>

#include "exec/twin.hpp"

namespace unda::exec {

class SampleBlock {
 public:
  static constexpr std::size_t n_samples = 64;

  SampleBlock() = default;
  /// Of so many numbers a sample.
  SampleBlock(std::size_t width, const Queue& queue) : width_(width), values_(n_samples * width, queue) {}

  std::size_t width() const { return width_; }
  bool is_full() const { return n_noted_ == n_samples; }
  std::size_t n_noted() const { return n_noted_; }
  /// Where the device puts the next sample; there must be room.
  double* next() { return values_.device(Access::read_write) + width_ * n_noted_++; }
  /// All that was noted, on the host; the block is empty afterwards.
  const double* bring() {
    n_noted_ = 0;
    return values_.empty() ? nullptr : values_.host(Access::read);
  }

 private:
  std::size_t width_ = 0, n_noted_ = 0;
  Twin<double> values_;
};

}  // namespace unda::exec
