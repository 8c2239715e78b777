// Laying the grid over the surface.
#include "run/surface_grid.hpp"

#include <cmath>

#include <fmt/format.h>

#include "run/methods.hpp"

namespace unda::run {
namespace {

constexpr double usual_parts = 200;  // of the longer side
constexpr double most_points = 1e7;

std::vector<double> evenly(const scenario::Interval& side, double spacing) {
  const auto parts = static_cast<std::size_t>(std::max(1.0, std::ceil(side.length() / spacing - 1e-9)));
  std::vector<double> x;
  for (std::size_t i = 0; i <= parts; ++i)
    x.push_back(std::lerp(side.low, side.high, static_cast<double>(i) / static_cast<double>(parts)));
  return x;
}

}  // namespace

std::optional<SurfaceGrid> surface_grid(const scenario::Scenario& s, const model::Model& model,
                                        const parallel::Communicator& communicator) {
  if (!s.output.surface) return {};
  const scenario::SurfaceSpec& spec = *s.output.surface;
  const auto& [across, along, up] = s.domain.extent;
  const bool plane = s.domain.dim == 2;
  const double spacing = spec.spacing.value_or(std::max(across.length(), along.length()) / usual_parts);
  const double n = (across.length() / spacing + 1) * (plane ? 1 : along.length() / spacing + 1);
  if (n > most_points)
    s.fail("output.surface.spacing",
           fmt::format("found {:.6g}; gives {:.3g} points, at most {:.0e} are allowed", spacing, n, most_points));
  SurfaceGrid grid{evenly(across, spacing), plane ? std::vector<double>{0} : evenly(along, spacing), {}, {}};
  const method::SurfaceHeight surface = s.has_shaped_surface() ? surface_of(s, model, communicator) : nullptr;
  for (const double y : grid.y)
    for (const double x : grid.x) {
      double top = up.high;
      bool is_there = true;
      if (surface) {
        const auto found = surface(x, y);
        is_there = found.has_value();
        top = found ? found->height : top;
      }
      const double z = top - spec.depth;
      if (z < up.low)
        s.fail("output.surface.depth",
               fmt::format("{:.6g} m is below the bottom of the domain at x = {:.6g}, y = {:.6g}", spec.depth, x, y));
      if (is_there) grid.there.push_back(grid.points.size());
      grid.points.push_back({x, y, z});
    }
  return grid;
}

std::vector<method::Receiver> probes_of(const scenario::Scenario& s, const std::optional<SurfaceGrid>& grid) {
  std::vector<method::Receiver> probes;
  if (!grid) return probes;
  for (const scenario::Quantity quantity : s.output.surface->quantities)
    for (const std::size_t p : grid->there) probes.push_back({grid->points[p], quantity});
  return probes;
}

}  // namespace unda::run
