// The top of a mesh of tetrahedra: flat facets, seen from above.
#pragma once

#include <optional>
#include <vector>

#include "mesh/seen_from_above.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

struct FacetPoint {
  double height = 0;  ///< z of the facet, m
  double edge = 0;    ///< its longest edge, m
};

/// Of boxes cut as cut_boxes() does, from the corners of the top of the domain alone; (x, y) in the domain, or else the nearest there.
FacetPoint facet_of_boxes(const Levels& levels, double x, double y);

/// The faces of the domain of a connected mesh that have no neighbour and look upwards.
std::vector<Triangle> top_triangles(const Tetrahedra& mesh);

/// Their heights; the highest counts.
class TopFacets {
 public:
  explicit TopFacets(std::vector<Triangle> triangles) : facets_(std::move(triangles)) {}
  std::optional<FacetPoint> at(double x, double y) const;

 private:
  SeenFromAbove facets_;
};

}  // namespace unda::mesh
