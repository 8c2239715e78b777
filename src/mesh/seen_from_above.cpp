// Bins of triangles.
#include "mesh/seen_from_above.hpp"

#include <algorithm>

namespace unda::mesh {
namespace {

constexpr double on_an_edge = 1e-9;  // how far outside a triangle a point may lie, in its own coordinates

}  // namespace

std::optional<double> height_in(const Triangle& t, double x, double y) {
  const Vector a = t[1] - t[0], b = t[2] - t[0];
  const double area = a[0] * b[1] - a[1] * b[0], dx = x - t[0][0], dy = y - t[0][1];
  const double u = (dx * b[1] - dy * b[0]) / area, v = (a[0] * dy - a[1] * dx) / area;
  if (!(std::min({u, v, 1 - u - v}) >= -on_an_edge)) return {};
  return t[0][2] + u * a[2] + v * b[2];
}

SeenFromAbove::SeenFromAbove(std::vector<Triangle> triangles) : triangles_(std::move(triangles)) {
  if (triangles_.empty()) return;
  std::array<double, 2> high{-INFINITY, -INFINITY};
  low_ = {INFINITY, INFINITY};
  for (const Triangle& t : triangles_)
    for (const Vector& p : t)
      for (const int axis : {0, 1}) {
        low_[axis] = std::min(low_[axis], p[axis]);
        high[axis] = std::max(high[axis], p[axis]);
      }
  const int n = std::clamp(static_cast<int>(std::sqrt(static_cast<double>(triangles_.size()) / 2)), 1, 2000);
  n_ = {n, n};
  for (const int axis : {0, 1}) size_[axis] = std::max((high[axis] - low_[axis]) / n, 1e-300);
  bins_.resize(static_cast<std::size_t>(n) * n);
  for (std::size_t k = 0; k < triangles_.size(); ++k) {
    const Triangle& t = triangles_[k];
    const auto [x0, x1] = std::minmax({t[0][0], t[1][0], t[2][0]});
    const auto [y0, y1] = std::minmax({t[0][1], t[1][1], t[2][1]});
    const auto first = bin_of(x0, y0), last = bin_of(x1, y1);
    for (int j = first[1]; j <= last[1]; ++j)
      for (int i = first[0]; i <= last[0]; ++i)
        bins_[static_cast<std::size_t>(j) * n + i].push_back(static_cast<int>(k));
  }
}

std::array<int, 2> SeenFromAbove::bin_of(double x, double y) const {
  return {static_cast<int>(std::clamp(std::floor((x - low_[0]) / size_[0]), 0.0, n_[0] - 1.0)),
          static_cast<int>(std::clamp(std::floor((y - low_[1]) / size_[1]), 0.0, n_[1] - 1.0))};
}

}  // namespace unda::mesh
