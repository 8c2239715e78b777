// Absorbing layers for any mesh of tetrahedra: behind flat absorbing sides the triangles of the side go on outwards as prisms, layer
// after layer, each cut into three tetrahedra.
#pragma once

#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

/// The domain, and what it has become with its absorbing layers.
struct LayerExtent {
  std::array<scenario::Interval, 3> domain{}, extent{};
  std::array<std::array<int, 2>, 3> n_layers{};  ///< at the low and the high end of x, y, z

  bool any() const;
};
LayerExtent layer_extent(const Levels& levels);

/// Adds `n_layers` layers to a connected mesh, each `growth` times as thick as the one before; the first as thick as the elements at the side
/// are large on average. The mesh is connected anew. Sides that are not flat, or not absorbing all over, stay as they are.
LayerExtent grow_layers(const scenario::Scenario& scenario, int n_layers, double growth, Tetrahedra& mesh);

}  // namespace unda::mesh
