// Which hexahedra a point lies in, and where in them.
#pragma once

#include <optional>
#include <vector>

#include "mesh/bins.hpp"
#include "mesh/hexahedra.hpp"

namespace unda::mesh {

/// A point in an element: its coordinates there, -1 to 1; a little more where the nearest element holds it as it goes on.
struct HexahedronPoint {
  int element = 0;
  Vector xi{};
  bool is_inside = true;
};

/// Where x lies in the coordinates of an element, by Newton's method; nothing far outside.
std::optional<Vector> local_coordinates(const Hexahedra& mesh, std::size_t element, const Vector& x);

class HexahedraLocator {
 public:
  /// The mesh must outlive it.
  explicit HexahedraLocator(const Hexahedra& mesh);
  /// All elements that contain the point or touch it, the lowest first: what lies on an interface belongs to the layer below. A point
  /// just beyond a curved surface is placed by the element there; empty outside the mesh.
  std::vector<HexahedronPoint> find(const Vector& x) const;

 private:
  const Hexahedra& mesh_;
  ElementBins bins_;
};

}  // namespace unda::mesh
