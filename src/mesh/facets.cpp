// Heights of facets.
#include "mesh/facets.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/geometry.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::mesh {
namespace {

constexpr double on_an_edge = 1e-9;    // how far outside a triangle a point may lie, in its own coordinates
constexpr double least_upward = 1e-6;  // z of the normal of a face that looks upwards

double longest_edge(const std::array<Vector, 3>& t) {
  return std::max({norm(t[1] - t[0]), norm(t[2] - t[1]), norm(t[0] - t[2])});
}

/// z of the plane of a triangle over (x, y); nothing outside the triangle.
std::optional<double> height_in(const std::array<Vector, 3>& t, double x, double y) {
  const Vector a = t[1] - t[0], b = t[2] - t[0];
  const double area = a[0] * b[1] - a[1] * b[0], dx = x - t[0][0], dy = y - t[0][1];
  const double u = (dx * b[1] - dy * b[0]) / area, v = (a[0] * dy - a[1] * dx) / area;
  if (std::min({u, v, 1 - u - v}) < -on_an_edge) return {};
  return t[0][2] + u * a[2] + v * b[2];
}

}  // namespace

FacetPoint facet_of_boxes(const Levels& levels, double x, double y) {
  std::array<int, 2> box{};
  std::array<double, 2> within{};
  for (const int axis : {0, 1}) {
    const double at = ((axis == 0 ? x : y) - levels.domain[axis].low) / levels.edge(axis);
    const int n = levels.n_in_domain(axis);
    box[axis] = std::clamp(static_cast<int>(std::floor(at)), 0, n - 1);
    within[axis] = std::clamp(at - box[axis], 0.0, 1.0);
  }
  const int i = box[0] + levels.absorbing[0][0], j = box[1] + levels.absorbing[1][0], k = levels.anchors.back().plane;
  const Vector low = levels.corner(i, j, k), high = levels.corner(i + 1, j + 1, k);
  // The diagonal of all boxes goes from the low to the high corner.
  const bool east = within[0] >= within[1];
  const Vector side = east ? levels.corner(i + 1, j, k) : levels.corner(i, j + 1, k);
  const double along = east ? within[0] : within[1], across = east ? within[1] : within[0];
  return {low[2] + along * (side[2] - low[2]) + across * (high[2] - side[2]), longest_edge({low, side, high})};
}

TopFacets::TopFacets(const Tetrahedra& mesh) {
  const auto n_domain = static_cast<int>(mesh.n_in_domain());
  for (int e = 0; e < n_domain; ++e)
    for (int f = 0; f < 4; ++f) {
      const Neighbour beyond = mesh.neighbours[static_cast<std::size_t>(e)][static_cast<std::size_t>(f)];
      if (beyond.exists() && beyond.element < n_domain) continue;
      const auto element = static_cast<std::size_t>(e);
      if (outward_normal(mesh, element, f).direction[2] < least_upward) continue;
      Triangle t;
      for (int n = 0; n < 3; ++n) t[n] = mesh.corner(element, numerics::tetrahedron_faces[f][n]);
      facets_.push_back(t);
    }
  if (facets_.empty()) return;
  std::array<double, 2> high{-INFINITY, -INFINITY};
  low_ = {INFINITY, INFINITY};
  for (const Triangle& t : facets_)
    for (const Vector& p : t)
      for (const int axis : {0, 1}) {
        low_[axis] = std::min(low_[axis], p[axis]);
        high[axis] = std::max(high[axis], p[axis]);
      }
  const int n = std::clamp(static_cast<int>(std::sqrt(static_cast<double>(facets_.size()) / 2)), 1, 2000);
  n_ = {n, n};
  for (const int axis : {0, 1}) size_[axis] = std::max((high[axis] - low_[axis]) / n, 1e-300);
  bins_.resize(static_cast<std::size_t>(n) * n);
  for (std::size_t k = 0; k < facets_.size(); ++k) {
    const Triangle& t = facets_[k];
    const auto [x0, x1] = std::minmax({t[0][0], t[1][0], t[2][0]});
    const auto [y0, y1] = std::minmax({t[0][1], t[1][1], t[2][1]});
    const auto first = bin_of(x0, y0), last = bin_of(x1, y1);
    for (int j = first[1]; j <= last[1]; ++j)
      for (int i = first[0]; i <= last[0]; ++i)
        bins_[static_cast<std::size_t>(j) * n + i].push_back(static_cast<int>(k));
  }
}

std::array<int, 2> TopFacets::bin_of(double x, double y) const {
  return {static_cast<int>(std::clamp(std::floor((x - low_[0]) / size_[0]), 0.0, n_[0] - 1.0)),
          static_cast<int>(std::clamp(std::floor((y - low_[1]) / size_[1]), 0.0, n_[1] - 1.0))};
}

std::optional<FacetPoint> TopFacets::at(double x, double y) const {
  std::optional<FacetPoint> found;
  if (facets_.empty()) return found;
  const auto [i, j] = bin_of(x, y);
  for (const int k : bins_[static_cast<std::size_t>(j) * n_[0] + i]) {
    const Triangle& t = facets_[static_cast<std::size_t>(k)];
    const std::optional<double> z = height_in(t, x, y);
    if (z && (!found || *z > found->height)) found = FacetPoint{*z, longest_edge(t)};
  }
  return found;
}

}  // namespace unda::mesh
