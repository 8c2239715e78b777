// What travels between two ranks: runs of numbers of arrays, into one message and out of it.
#pragma once

#include <cstddef>
#include <vector>

namespace unda::parallel {

/// Neighbouring numbers of an array.
struct Run {
  std::ptrdiff_t first = 0;
  std::ptrdiff_t count = 0;
};

/// What one message takes from, or puts into, one array.
template <class Real>
struct HaloPart {
  Real* array = nullptr;
  std::vector<Run> runs;
};

/// The messages to and from one neighbour. Both sides list the same number of values in the same order. The tags tell
/// several links between the same two ranks apart: what one sends with a tag the other receives with it.
template <class Real>
struct HaloLink {
  int rank = 0;
  int send_tag = 0, receive_tag = 0;
  std::vector<HaloPart<Real>> send, receive;
};

template <class Real>
std::size_t count_of(const std::vector<HaloPart<Real>>& parts) {
  std::ptrdiff_t n = 0;
  for (const HaloPart<Real>& part : parts)
    for (const Run& run : part.runs) n += run.count;
  return static_cast<std::size_t>(n);
}

}  // namespace unda::parallel
