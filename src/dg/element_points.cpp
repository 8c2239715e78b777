// Cutting a tetrahedron into smaller ones.
#include "dg/element_points.hpp"

#include <algorithm>
#include <map>

namespace unda::dg {
namespace {

using Corner = std::array<int, 3>;
using Cell = std::array<Corner, 4>;

/// Of a cube of the lattice: the tetrahedron at its lowest corner, the octahedron in the middle in four, and the one opposite.
constexpr Cell lowest{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr std::array<Cell, 4> middle{{{{{1, 0, 0}, {0, 1, 1}, {0, 1, 0}, {1, 1, 0}}},
                                      {{{1, 0, 0}, {0, 1, 1}, {1, 1, 0}, {1, 0, 1}}},
                                      {{{1, 0, 0}, {0, 1, 1}, {1, 0, 1}, {0, 0, 1}}},
                                      {{{1, 0, 0}, {0, 1, 1}, {0, 0, 1}, {0, 1, 0}}}}};
constexpr Cell opposite{{{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}}};

/// Parts of an edge: one for straight lines, three from order 5 on.
int parts_of_an_edge(int order) { return std::min((order + 1) / 2, 3); }

}  // namespace

ElementPoints::ElementPoints(int order) {
  const int n = parts_of_an_edge(order);
  std::map<Corner, int> number;
  // The corners of the element first.
  for (const Corner& c : {Corner{0, 0, 0}, {n, 0, 0}, {0, n, 0}, {0, 0, n}}) number.emplace(c, number.size());
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j + k <= n; ++j)
      for (int i = 0; i + j + k <= n; ++i) number.emplace(Corner{i, j, k}, number.size());
  points_.resize(number.size());
  for (const auto& [c, at] : number)
    points_[static_cast<std::size_t>(at)] = {static_cast<double>(c[0]) / n, static_cast<double>(c[1]) / n,
                                             static_cast<double>(c[2]) / n};
  for (int k = 0; k < n; ++k)
    for (int j = 0; j + k < n; ++j)
      for (int i = 0; i + j + k < n; ++i) {
        const auto add = [&](const Cell& cell) {
          std::array<int, 4> points{};
          for (std::size_t c = 0; c < 4; ++c) points[c] = number.at({i + cell[c][0], j + cell[c][1], k + cell[c][2]});
          cells_.push_back(points);
        };
        add(lowest);
        if (i + j + k + 2 <= n)
          for (const Cell& cell : middle) add(cell);
        if (i + j + k + 3 <= n) add(opposite);
      }
}

}  // namespace unda::dg
