// An explosion in a homogeneous fluid: retarded values in 1-D and 3-D, an integral over the wake in 2-D.
// The 2-D integrals use u = t - (r/c) cosh th, which removes the square-root singularity of the line source.
#include "reference/fluid_explosion.hpp"

#include <algorithm>
#include <cassert>
#include <numbers>

#include "base/error.hpp"
#include "reference/integrate.hpp"

namespace unda::reference {

namespace {

using std::numbers::pi;

double distance(int dim, const Vector& offset) {
  assert(dim >= 1 && dim <= 3);
  const double r = dim == 1 ? std::abs(offset[0]) : dim == 2 ? std::hypot(offset[0], offset[2]) : norm(offset);
  require(r > 0 || dim == 1, "the receiver stands on the source, where the field is not finite");
  return r;
}

/// int g(th) s'(t - travel cosh th) dth over the th >= 0 for which the pulse acts; travel = r/c.
template <class Weight>
double integrate_wake(const Pulse& pulse, double travel, double t, const Weight& g) {
  if (t - pulse.start <= travel) return 0;
  const double low = std::acosh(std::max(1.0, (t - pulse.end) / travel));
  const double high = std::acosh((t - pulse.start) / travel);
  return integrate([&](double th) { return g(th) * pulse.s_rate(t - travel * std::cosh(th)); }, low, high);
}

Vector image_of(const Vector& source, double surface) { return {source[0], source[1], 2 * surface - source[2]}; }

}  // namespace

double explosion_pressure(int dim, const Medium& fluid, double moment, const Pulse& pulse, const Vector& offset,
                          double t) {
  const double c = fluid.vp, r = distance(dim, offset);
  if (dim == 1) return moment / (2 * c) * pulse.s(t - r / c);
  if (dim == 3) return moment / (4 * pi * c * c * r) * pulse.s_rate(t - r / c);
  return moment / (2 * pi * c * c) * integrate_wake(pulse, r / c, t, [](double) { return 1.0; });
}

Vector explosion_velocity(int dim, const Medium& fluid, double moment, const Pulse& pulse, const Vector& offset,
                          double t) {
  const double c = fluid.vp, r = distance(dim, offset), late = t - r / c;
  const double compliance = moment / (fluid.rho * c * c);
  if (dim == 1) {
    const double sign = offset[0] > 0 ? 1 : offset[0] < 0 ? -1 : 0;
    return {sign * compliance / 2 * pulse.s(late), 0, 0};
  }
  if (dim == 3) {
    const double radial = compliance / (4 * pi * r) * (pulse.s(late) / r + pulse.s_rate(late) / c);
    return (radial / r) * offset;
  }
  const double wake = integrate_wake(pulse, r / c, t, [](double th) { return std::cosh(th); });
  return (compliance / (2 * pi * c) * wake / r) * Vector{offset[0], 0, offset[2]};
}

double explosion_pressure_below_surface(int dim, const Medium& fluid, double moment, const Pulse& pulse,
                                        const Vector& source, const Vector& receiver, double surface, double t) {
  assert(dim == 2 || dim == 3);
  return explosion_pressure(dim, fluid, moment, pulse, receiver - source, t) -
         explosion_pressure(dim, fluid, moment, pulse, receiver - image_of(source, surface), t);
}

Vector explosion_velocity_below_surface(int dim, const Medium& fluid, double moment, const Pulse& pulse,
                                        const Vector& source, const Vector& receiver, double surface, double t) {
  assert(dim == 2 || dim == 3);
  return explosion_velocity(dim, fluid, moment, pulse, receiver - source, t) -
         explosion_velocity(dim, fluid, moment, pulse, receiver - image_of(source, surface), t);
}

}  // namespace unda::reference
