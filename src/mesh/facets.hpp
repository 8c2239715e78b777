// The top of a mesh of tetrahedra: flat facets, seen from above.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

struct FacetPoint {
  double height = 0;  ///< z of the facet, m
  double edge = 0;    ///< its longest edge, m
};

/// Of boxes cut as cut_boxes() does, from the corners of the top of the domain alone; (x, y) in the domain, or else the nearest there.
FacetPoint facet_of_boxes(const Levels& levels, double x, double y);

/// Of any connected mesh: the faces of the domain without neighbour that look upwards. The highest counts.
class TopFacets {
 public:
  explicit TopFacets(const Tetrahedra& mesh);
  std::optional<FacetPoint> at(double x, double y) const;

 private:
  using Triangle = std::array<Vector, 3>;
  std::array<int, 2> bin_of(double x, double y) const;

  std::vector<Triangle> facets_;
  std::array<double, 2> low_{}, size_{1, 1};
  std::array<int, 2> n_{1, 1};
  std::vector<std::vector<int>> bins_;
};

}  // namespace unda::mesh
