// Which elements of the domain a point lies in.
#pragma once

#include <vector>

#include "mesh/bins.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

/// A point in an element: its coordinates on the unit tetrahedron.
struct ElementPoint {
  int element = 0;
  Vector local{};
};

class Locator {
 public:
  explicit Locator(const Tetrahedra& mesh);
  /// All elements that contain the point or touch it, the lowest first: what lies on an interface belongs to the layer below.
  /// A point just beyond the faces of a curved surface is placed by the element there; empty outside the mesh.
  std::vector<ElementPoint> find(const Vector& x) const;

 private:
  const Tetrahedra& mesh_;
  ElementBins bins_;
};

/// On the unit tetrahedron: where x lies.
Vector local_coordinates(const Tetrahedra& mesh, std::size_t element, const Vector& x);

}  // namespace unda::mesh
