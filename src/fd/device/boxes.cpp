// Taking boxes apart.
#include "fd/device/boxes.hpp"

namespace unda::fd {

CoreAndShell peel(const Box& box, const std::array<int, 3>& low, const std::array<int, 3>& high, int unit) {
  CoreAndShell parts{box, {}};
  // The slowest axis first: whole planes, then what lies between them.
  for (int axis = 2; axis >= 0; --axis) {
    int from = std::max(low[axis], box.first[axis]), to = std::min(high[axis], box.last(axis));
    if (axis == 0 && from > box.first[0]) from = (from + unit - 1) / unit * unit;
    if (axis == 0 && to < box.last(0)) to = to / unit * unit;
    if (from >= to) return {{box.first, {0, 0, 0}}, {box}};
    const Box below = clipped(parts.core, axis, box.first[axis], from - box.first[axis]);
    const Box above = clipped(parts.core, axis, to, box.last(axis) - to);
    for (const Box& part : {below, above})
      if (!part.empty()) parts.shell.push_back(part);
    parts.core = clipped(parts.core, axis, from, to - from);
  }
  return parts;
}

}  // namespace unda::fd
