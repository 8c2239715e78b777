// The largest value of a wavefield and where it is, for the stability guard: looked for on a rank, then among all of them.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "base/vector.hpp"
#include "parallel/communicator.hpp"

namespace unda::method {

struct Extreme {
  double value = 0;
  Vector position{};
  std::string field;
};

class WorstPoint {
 public:
  /// `position`: a function that gives the place of the value. A value that is not finite is larger than any other.
  template <class Position>
  void include(double value, const char* field, const Position& position) {
    const double size = std::isfinite(value) ? std::abs(value) : std::numeric_limits<double>::infinity();
    if (size <= largest_) return;
    largest_ = size;
    worst_ = {value, position(), field};
  }

  /// Of all ranks; of equal values that of the first. Collective.
  Extreme of_all(const parallel::Communicator& ranks) const;

 private:
  double largest_ = -1;
  Extreme worst_;
};

}  // namespace unda::method
