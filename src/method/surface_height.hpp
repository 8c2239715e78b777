// The top of the mesh that a method computes on, over a point (x, y). Depths of sources and receivers count from it.
#pragma once

#include <functional>
#include <optional>

namespace unda::method {

struct SurfacePoint {
  double height = 0;      ///< z, m
  double facet_edge = 0;  ///< where the mesh has flat facets, the longest edge of the one there; 0: it is curved
};

/// Nothing where the mesh has no top over (x, y).
using SurfaceHeight = std::function<std::optional<SurfacePoint>(double x, double y)>;

}  // namespace unda::method
