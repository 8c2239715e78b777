// The local map: latitude and longitude to x (east) and y (north) in m by a transverse Mercator projection about
// domain.origin, on the WGS84 ellipsoid, true to scale on the origin's meridian. By PROJ.
#pragma once

#include <memory>
#include <optional>

#include "scenario/scenario.hpp"

namespace unda::scenario {

struct MapPoint {
  double x = 0, y = 0;  ///< m
};

class LocalProjection {
 public:
  explicit LocalProjection(const GeographicOrigin& origin);

  /// Degrees. Nothing where the projection has no value, far around the earth.
  std::optional<MapPoint> to_map(double latitude, double longitude) const;
  std::optional<GeographicOrigin> to_geographic(const MapPoint& point) const;

 private:
  std::shared_ptr<void> transformation_;  ///< a PJ with its context
};

}  // namespace unda::scenario
