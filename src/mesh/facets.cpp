// Heights of facets.
#include "mesh/facets.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/geometry.hpp"

namespace unda::mesh {
namespace {

constexpr double least_upward = 1e-6;  // z of the normal of a face that looks upwards

double longest_edge(const Triangle& t) { return std::max({norm(t[1] - t[0]), norm(t[2] - t[1]), norm(t[0] - t[2])}); }

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

std::vector<Triangle> top_triangles(const Tetrahedra& mesh) {
  std::vector<Triangle> facets;
  const auto n_domain = static_cast<int>(mesh.n_in_domain());
  for (int e = 0; e < n_domain; ++e)
    for (int f = 0; f < 4; ++f) {
      const Neighbour beyond = mesh.neighbours[static_cast<std::size_t>(e)][static_cast<std::size_t>(f)];
      if (beyond.exists() && beyond.element < n_domain) continue;
      const auto element = static_cast<std::size_t>(e);
      if (outward_normal(mesh, element, f).direction[2] >= least_upward)
        facets.push_back(triangle_of(mesh, element, f));
    }
  return facets;
}

std::optional<FacetPoint> TopFacets::at(double x, double y) const {
  std::optional<FacetPoint> found;
  facets_.for_each_at(x, y, [&](std::size_t k, double z) {
    if (!found || z > found->height) found = FacetPoint{z, longest_edge(facets_.triangles()[k])};
  });
  return found;
}

}  // namespace unda::mesh
