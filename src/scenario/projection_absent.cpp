// The local map in a build without PROJ: there is none.
#include "base/error.hpp"
#include "scenario/projection.hpp"

namespace unda::scenario {

LocalProjection::LocalProjection(const GeographicOrigin&) {
  throw InputError(
      "domain.origin: latitudes and longitudes need PROJ, which this build of unda is without; install it (Debian: "
      "libproj-dev) and build again, or give x and y in m and leave domain.origin away");
}

std::optional<MapPoint> LocalProjection::to_map(double, double) const { return {}; }
std::optional<GeographicOrigin> LocalProjection::to_geographic(const MapPoint&) const { return {}; }

}  // namespace unda::scenario
