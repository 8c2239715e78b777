// The top of a mesh of hexahedra or quadrilaterals over a point seen from above.
#pragma once

#include <optional>

#include "mesh/bins.hpp"
#include "mesh/hexahedra.hpp"

namespace unda::mesh {

class HexahedraTop {
 public:
  /// Faces of the boundary whose normal points up more than to any side. The mesh must outlive it.
  explicit HexahedraTop(const Hexahedra& mesh);
  /// z of the highest of them over (x, y); nothing where there is none.
  std::optional<double> height(double x, double y) const;

 private:
  struct Side {
    std::size_t element;
    int face;
  };
  std::optional<double> height_of(const Side& side, double x, double y) const;

  const Hexahedra& mesh_;
  std::vector<Side> sides_;
  std::optional<ElementBins> bins_;
};

}  // namespace unda::mesh
