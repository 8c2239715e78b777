// Boxes of nodes, and how one is taken apart: what keeps a distance from its sides, and the rest.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

namespace unda::fd {

/// From `first` on.
struct Box {
  std::array<int, 3> first{0, 0, 0};
  std::array<int, 3> n{0, 0, 0};
  constexpr bool empty() const { return n[0] <= 0 || n[1] <= 0 || n[2] <= 0; }
  constexpr int last(int axis) const { return first[axis] + n[axis]; }  ///< one past it
  constexpr bool contains(const std::array<int, 3>& node) const {
    for (int a = 0; a < 3; ++a)
      if (node[a] < first[a] || node[a] >= last(a)) return false;
    return true;
  }
};

/// The part of a box within `count` nodes from `start` on along an axis.
constexpr Box clipped(Box box, int axis, int start, int count) {
  const int low = std::max(box.first[axis], start), high = std::min(box.last(axis), start + count);
  box.first[axis] = low;
  box.n[axis] = high - low;
  return box;
}

/// f(part) for parts of at most so many rows and planes each that make up a box.
template <class Function>
void for_each_part(const Box& box, int most_rows, int most_planes, const Function& f) {
  for (int k = 0; k < box.n[2]; k += std::min(most_planes, box.n[2] - k))
    for (int j = 0; j < box.n[1]; j += std::min(most_rows, box.n[1] - j)) {
      Box part = box;
      part.first = {box.first[0], box.first[1] + j, box.first[2] + k};
      part.n = {box.n[0], std::min(most_rows, box.n[1] - j), std::min(most_planes, box.n[2] - k)};
      f(part);
    }
}

/// A box at one of the two sides of an axis; axis 3: it may reach anywhere.
struct SideBox {
  Box box;
  int axis = 3;
};

/// Boxes without a common node that make up a whole.
struct CoreAndShell {
  Box core;
  std::vector<SideBox> shell;
};

/// The core keeps to `low[axis] <= index < high[axis]`, along rows to whole units of so many nodes. The shell is what lies
/// before and after it along axis 0, then along axis 1 between these, then along axis 2; along rows in whole packs, and
/// what lies between the sides and the core apart.
CoreAndShell peel(const Box& box, const std::array<int, 3>& low, const std::array<int, 3>& high, int unit, int pack);

}  // namespace unda::fd
