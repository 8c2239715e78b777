// Point force and moment tensor in a homogeneous elastic full space.
// Far and intermediate fields are retarded values of the pulse; the near field is an integral between the
// arrivals.
#include "reference/full_space.hpp"

#include <algorithm>
#include <numbers>

#include "base/error.hpp"
#include "reference/integrate.hpp"

namespace unda::reference {

namespace {

using std::numbers::pi;

Vector moment_times(const Moment& m, const Vector& g) {
  return {m[0] * g[0] + m[3] * g[1] + m[4] * g[2], m[3] * g[0] + m[1] * g[1] + m[5] * g[2],
          m[4] * g[0] + m[5] * g[1] + m[2] * g[2]};
}

double trace(const Moment& m) { return m[0] + m[1] + m[2]; }

double checked_distance(const Medium& solid, const Vector& offset) {
  const double r = norm(offset);
  require(r > 0, "the receiver stands on the source, where the field is not finite");
  require(solid.vs > 0, "vs = {}: the full-space solution for a solid needs vs > 0", solid.vs);
  return r;
}

/// int_{r/vp}^{r/vs} u f(t-u) du, f being zero outside the pulse.
template <class F>
double near_field(const Medium& solid, const Pulse& pulse, double r, double t, const F& f) {
  const double low = std::max(r / solid.vp, t - pulse.end);
  const double high = std::min(r / solid.vs, t - pulse.start);
  return integrate([&](double u) { return u * f(t - u); }, low, high);
}

}  // namespace

Vector moment_velocity(const Medium& solid, const Moment& moment, const Pulse& pulse, const Vector& offset, double t) {
  const double r = checked_distance(solid, offset), vp = solid.vp, vs = solid.vs;
  const Vector g = (1 / r) * offset;
  const Vector mg = moment_times(moment, g);
  const Vector gmg = dot(g, mg) * g;
  const Vector gtr = trace(moment) * g;

  const double tp = t - r / vp, ts = t - r / vs;
  const double near = near_field(solid, pulse, r, t, [&](double u) { return pulse.s(u); });
  const Vector sum = (near / std::pow(r, 4)) * (15 * gmg - 3 * gtr - 6 * mg) +
                     (pulse.s(tp) / (vp * vp * r * r)) * (6 * gmg - gtr - 2 * mg) -
                     (pulse.s(ts) / (vs * vs * r * r)) * (6 * gmg - gtr - 3 * mg) +
                     (pulse.s_rate(tp) / (vp * vp * vp * r)) * gmg -
                     (pulse.s_rate(ts) / (vs * vs * vs * r)) * (gmg - mg);
  return (1 / (4 * pi * solid.rho)) * sum;
}

Vector force_velocity(const Medium& solid, const Vector& force, const Pulse& pulse, const Vector& offset, double t) {
  const double r = checked_distance(solid, offset), vp = solid.vp, vs = solid.vs;
  const Vector g = (1 / r) * offset;
  const Vector along = dot(g, force) * g;
  const double near = near_field(solid, pulse, r, t, [&](double u) { return pulse.s_rate(u); });
  const Vector sum = (near / (r * r * r)) * (3 * along - force) + (pulse.s_rate(t - r / vp) / (vp * vp * r)) * along -
                     (pulse.s_rate(t - r / vs) / (vs * vs * r)) * (along - force);
  return (1 / (4 * pi * solid.rho)) * sum;
}

double moment_pressure(const Medium& solid, const Moment& moment, const Pulse& pulse, const Vector& offset, double t) {
  const double r = checked_distance(solid, offset), vp = solid.vp, late = t - r / vp;
  const Vector g = (1 / r) * offset;
  const double gmg = dot(g, moment_times(moment, g));
  const double integral = integrate([&](double u) { return pulse.s(u); }, pulse.start, std::min(late, pulse.end));
  const double sum = gmg * pulse.s_rate(late) / (vp * vp * r) +
                     (3 * gmg - trace(moment)) * (pulse.s(late) / (vp * r * r) + integral / (r * r * r));
  return explosion_pressure_factor(solid) / (4 * pi) * sum;
}

double force_pressure(const Medium& solid, const Vector& force, const Pulse& pulse, const Vector& offset, double t) {
  const double r = checked_distance(solid, offset), vp = solid.vp, late = t - r / vp;
  const double sum = dot(force, offset) / r * (pulse.s_rate(late) / (vp * r) + pulse.s(late) / (r * r));
  return explosion_pressure_factor(solid) / (4 * pi) * sum;
}

double explosion_pressure_factor(const Medium& solid) {
  return 1 - 4 * solid.vs * solid.vs / (3 * solid.vp * solid.vp);
}

}  // namespace unda::reference
