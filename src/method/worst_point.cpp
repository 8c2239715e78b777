// The rank with the largest value tells the others.
#include "method/worst_point.hpp"

#include <array>

namespace unda::method {

Extreme WorstPoint::of_all(const parallel::Communicator& ranks) const {
  const bool is_largest = largest_ == ranks.max(largest_);
  const auto teller = static_cast<int>(ranks.min(is_largest ? ranks.rank() : ranks.size()));
  std::array<double, 4> told{worst_.value, worst_.position[0], worst_.position[1], worst_.position[2]};
  ranks.broadcast(told, teller);
  return {told[0], {told[1], told[2], told[3]}, ranks.broadcast(worst_.field, teller)};
}

}  // namespace unda::method
