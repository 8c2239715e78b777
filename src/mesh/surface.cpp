// The topography of a scenario.
#include "mesh/surface.hpp"

#include <fmt/format.h>

namespace unda::mesh {

Surface::Surface(const scenario::Scenario& s) : level_(s.domain.extent[2].high) {
  if (!s.domain.topography) return;
  elevations_ = std::make_shared<const model::Elevations>(s, *s.domain.topography, "domain.topography");
  const Vector& x = lowest_point();
  if (!(lowest() > s.domain.extent[2].low))
    s.fail("domain.topography",
           fmt::format("the surface lies at z = {:.6g} at x = {:.6g}{}, not above the bottom of the "
                       "domain, z = {:.6g}",
                       lowest(), x[0], s.domain.dim == 3 ? fmt::format(", y = {:.6g}", x[1]) : "",
                       s.domain.extent[2].low));
}

}  // namespace unda::mesh
