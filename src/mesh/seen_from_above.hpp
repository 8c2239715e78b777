// Triangles seen from above, in bins over (x, y): which of them a vertical line meets, and how high.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/vector.hpp"

namespace unda::mesh {

using Triangle = std::array<Vector, 3>;

/// z of the plane of a triangle over (x, y); nothing outside the triangle, or where it stands upright.
std::optional<double> height_in(const Triangle& triangle, double x, double y);

class SeenFromAbove {
 public:
  SeenFromAbove() = default;
  explicit SeenFromAbove(std::vector<Triangle> triangles);

  const std::vector<Triangle>& triangles() const { return triangles_; }
  /// f(number, z) for every triangle over or under (x, y).
  template <class Function>
  void for_each_at(double x, double y, Function f) const {
    if (triangles_.empty()) return;
    const auto [i, j] = bin_of(x, y);
    for (const int k : bins_[static_cast<std::size_t>(j) * n_[0] + i])
      if (const std::optional<double> z = height_in(triangles_[static_cast<std::size_t>(k)], x, y))
        f(static_cast<std::size_t>(k), *z);
  }

 private:
  std::array<int, 2> bin_of(double x, double y) const;

  std::vector<Triangle> triangles_;
  std::array<double, 2> low_{}, size_{1, 1};
  std::array<int, 2> n_{1, 1};
  std::vector<std::vector<int>> bins_;
};

}  // namespace unda::mesh
