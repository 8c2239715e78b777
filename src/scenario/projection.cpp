// The local map, by PROJ: it takes longitude before latitude, both in radians.
#include "scenario/projection.hpp"

#include <cmath>
#include <proj.h>

#include <fmt/format.h>

#include "base/angle.hpp"
#include "base/error.hpp"

namespace unda::scenario {

namespace {

PJ_COORD transformed(const std::shared_ptr<void>& transformation, PJ_DIRECTION direction, double a, double b) {
  return proj_trans(static_cast<PJ*>(transformation.get()), direction, proj_coord(a, b, 0, 0));
}

bool usable(const PJ_COORD& c) { return std::isfinite(c.xy.x) && std::isfinite(c.xy.y); }

}  // namespace

LocalProjection::LocalProjection(const GeographicOrigin& origin) {
  const std::shared_ptr<PJ_CONTEXT> context(proj_context_create(), proj_context_destroy);
  require(context != nullptr, "PROJ cannot be started: out of memory");
  proj_log_level(context.get(), PJ_LOG_NONE);
  const std::string definition = fmt::format("+proj=tmerc +lat_0={} +lon_0={} +k_0=1 +x_0=0 +y_0=0 +ellps=WGS84",
                                             origin.latitude, origin.longitude);
  PJ* made = proj_create(context.get(), definition.c_str());
  require(made != nullptr, "PROJ cannot make the projection '{}': {}", definition,
          proj_errno_string(proj_context_errno(context.get())));
  // The context must outlive what was made in it.
  transformation_ = std::shared_ptr<void>(made, [context](void* p) { proj_destroy(static_cast<PJ*>(p)); });
}

std::optional<MapPoint> LocalProjection::to_map(double latitude, double longitude) const {
  const PJ_COORD c = transformed(transformation_, PJ_FWD, longitude * degree, latitude * degree);
  if (!usable(c)) return {};
  return MapPoint{c.xy.x, c.xy.y};
}

std::optional<GeographicOrigin> LocalProjection::to_geographic(const MapPoint& point) const {
  const PJ_COORD c = transformed(transformation_, PJ_INV, point.x, point.y);
  if (!usable(c)) return {};
  return GeographicOrigin{c.lp.phi / degree, c.lp.lam / degree};
}

}  // namespace unda::scenario
