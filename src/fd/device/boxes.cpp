// Taking boxes apart.
#include "fd/device/boxes.hpp"

namespace unda::fd {

namespace {
/// The smallest multiple of a unit that is not below a number, and the largest not above it.
int rounded_up(int n, int unit) { return (n + unit - 1) / unit * unit; }
int rounded_down(int n, int unit) { return n / unit * unit; }
}  // namespace

CoreAndShell peel(const Box& box, const std::array<int, 3>& low, const std::array<int, 3>& high, int unit, int pack) {
  CoreAndShell parts{box, {}};
  for (int axis = 0; axis < 3; ++axis) {
    const int first = box.first[axis], last = box.last(axis);
    auto low_end = [&](int step) {
      return low[axis] <= first ? first : std::min(axis == 0 ? rounded_up(low[axis], step) : low[axis], last);
    };
    auto high_end = [&](int step) {
      return high[axis] >= last ? last : std::max(axis == 0 ? rounded_down(high[axis], step) : high[axis], first);
    };
    if (low_end(pack) > high_end(pack)) return {{box.first, {0, 0, 0}}, {{box}}};
    const int from = std::min(low_end(unit), high_end(pack)), to = std::max(high_end(unit), from);
    auto add = [&](int start, int end, int side) {
      const Box part = clipped(parts.core, axis, start, end - start);
      if (!part.empty()) parts.shell.push_back({part, side});
    };
    add(first, low_end(pack), axis);
    add(low_end(pack), from, 3);
    add(to, high_end(pack), 3);
    add(high_end(pack), last, axis);
    parts.core = clipped(parts.core, axis, from, to - from);
  }
  return parts;
}

}  // namespace unda::fd
