// How fast errors fall: the slope of a straight line through points by least squares.
#pragma once

#include <array>
#include <vector>

namespace unda::verification {

inline double fitted_slope(const std::vector<std::array<double, 2>>& points) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [u, v] : points) x += u, y += v, xx += u * u, xy += u * v;
  const auto n = static_cast<double>(points.size());
  return (n * xy - x * y) / (n * xx - x * x);
}

}  // namespace unda::verification
