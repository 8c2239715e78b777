// The mean of what facets miss.
#include "mesh/balanced_facets.hpp"

#include <algorithm>
#include <cmath>

#include "exec/for_each.hpp"

namespace unda::mesh {
namespace {

constexpr int divisions = 6;          // of a facet's edges: it is sampled in the middle of each of their 36 triangles
constexpr double most_of_gap = 0.25;  // between two boundaries, that nodes may move

/// What facets around a node miss: volume and area as seen from above.
struct Missed {
  double volume = 0, area = 0;
  Missed& operator+=(const Missed& other) {
    volume += other.volume;
    area += other.area;
    return *this;
  }
};

/// The mean of the boundary's height less the facet's.
double mean_missed(const model::Boundary& boundary, const std::array<Vector, 3>& corner) {
  double sum = 0;
  const auto sample = [&](double u, double v) {
    const Vector x = (1 - u - v) * corner[0] + u * corner[1] + v * corner[2];
    sum += boundary.height(x[0], x[1]) - x[2];
  };
  for (int i = 0; i < divisions; ++i)
    for (int j = 0; i + j < divisions; ++j) {
      sample((i + 1.0 / 3) / divisions, (j + 1.0 / 3) / divisions);
      if (i + j + 1 < divisions) sample((i + 2.0 / 3) / divisions, (j + 2.0 / 3) / divisions);
    }
  return sum / (divisions * divisions);
}

double area_from_above(const std::array<Vector, 3>& c) {
  return std::abs((c[1][0] - c[0][0]) * (c[2][1] - c[0][1]) - (c[2][0] - c[0][0]) * (c[1][1] - c[0][1])) / 2;
}

std::vector<Missed> missed_by_node(const model::Boundary& boundary, const std::vector<std::array<int, 3>>& facets,
                                   const std::vector<Vector>& nodes) {
  std::vector<Missed> by_facet(facets.size());
  exec::for_each(facets.size(), [&](std::size_t f) {
    std::array<Vector, 3> corner{};
    for (std::size_t n = 0; n < 3; ++n) corner[n] = nodes[static_cast<std::size_t>(facets[f][n])];
    const double area = area_from_above(corner);
    by_facet[f] = {area * mean_missed(boundary, corner), area};
  });
  std::vector<Missed> by_node(nodes.size());
  for (std::size_t f = 0; f < facets.size(); ++f)
    for (const int n : facets[f]) by_node[static_cast<std::size_t>(n)] += by_facet[f];
  return by_node;
}

/// Not so far that layers turn over.
double lift(const Levels& levels, std::size_t number, const Vector& x, const Missed& missed) {
  if (missed.area == 0) return 0;
  const auto height = [&](std::size_t n) { return levels.anchors[n].boundary.height(x[0], x[1]); };
  double room = INFINITY;
  if (number > 0) room = std::min(room, height(number) - height(number - 1));
  if (number + 1 < levels.anchors.size()) room = std::min(room, height(number + 1) - height(number));
  return std::clamp(missed.volume / missed.area, -most_of_gap * room, most_of_gap * room);
}

}  // namespace

void balance_facets(const Levels& levels, std::size_t number, const std::vector<std::array<int, 3>>& facets,
                    std::vector<Vector>& nodes) {
  const model::Boundary& boundary = levels.anchors[number].boundary;
  if (boundary.is_level()) return;
  const std::vector<Missed> missed = missed_by_node(boundary, facets, nodes);
  for (std::size_t n = 0; n < nodes.size(); ++n) nodes[n][2] += lift(levels, number, nodes[n], missed[n]);
}

void balance_facets(const scenario::Scenario& s, Levels& levels) {
  const int nx = levels.n_in_domain(0) + 1, ny = levels.n_in_domain(1) + 1;
  const auto index = [nx](int i, int j) { return i + nx * j; };
  std::vector<std::array<int, 3>> facets;
  for (int j = 0; j + 1 < ny; ++j)
    for (int i = 0; i + 1 < nx; ++i) {
      facets.push_back({index(i, j), index(i + 1, j), index(i + 1, j + 1)});
      facets.push_back({index(i, j), index(i, j + 1), index(i + 1, j + 1)});
    }
  for (std::size_t number = 0; number < levels.anchors.size(); ++number) {
    Anchor& anchor = levels.anchors[number];
    if (anchor.boundary.is_level()) continue;
    std::vector<Vector> nodes;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        nodes.push_back(levels.corner(i + levels.absorbing[0][0], j + levels.absorbing[1][0], anchor.plane));
    std::vector<Missed> missed = missed_by_node(anchor.boundary, facets, nodes);
    const auto unite = [&](int a, int b) {
      auto &low = missed[static_cast<std::size_t>(a)], &high = missed[static_cast<std::size_t>(b)];
      low += high;
      high = low;
    };
    if (s.boundary[west] == scenario::BoundaryKind::periodic)
      for (int j = 0; j < ny; ++j) unite(index(0, j), index(nx - 1, j));
    if (s.boundary[south] == scenario::BoundaryKind::periodic)
      for (int i = 0; i < nx; ++i) unite(index(i, 0), index(i, ny - 1));
    std::vector<double> lifts;
    for (std::size_t n = 0; n < nodes.size(); ++n) lifts.push_back(lift(levels, number, nodes[n], missed[n]));
    anchor.lift = std::move(lifts);
  }
}

}  // namespace unda::mesh
