// Absorbing layers for any mesh of tetrahedra: behind flat absorbing sides the triangles of the side go on outwards as prisms, layer
// after layer, each cut into three tetrahedra.
#pragma once

#include <functional>
#include <vector>

#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

/// The domain, and what it has become with its absorbing layers.
struct LayerExtent {
  std::array<scenario::Interval, 3> domain{}, extent{};
  std::array<std::array<int, 2>, 3> n_layers{};  ///< at the low and the high end of x, y, z

  bool any() const;
};
LayerExtent layer_extent(const Levels& levels);

/// Layers outside a side: each `growth` times as thick as the one before.
struct GrowingLayers {
  int n = 0;
  double growth = 1;
};

/// Absorbing faces of one side that have no layers behind them, as they do not lie in its plane, or others lie there too.
struct BareSide {
  int side = 0;
  std::size_t n_faces = 0;
  double plane = 0;     ///< where the mesh ends on that side
  double farthest = 0;  ///< of their nodes from it
};

struct LayerGrowth {
  LayerExtent extent;
  std::vector<BareSide> bare;
};

/// Adds layers to a connected mesh, for each side as many as `layers_for` says of the first one's thickness, which is the mean size of the
/// elements at the side. The mesh is connected anew. A side is the plane in which the mesh ends: nodes of its faces that lie beside it by
/// less than a fiftieth of an edge are put there. Sides that are not flat, or not absorbing all over, stay as they are.
LayerGrowth grow_layers(const scenario::Scenario& scenario, const std::function<GrowingLayers(double)>& layers_for,
                        Tetrahedra& mesh);

}  // namespace unda::mesh
