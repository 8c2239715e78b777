// Garvin's problem: the step response convolved with a pulse.
// tau = a cosh th removes the singularity of q' at the P arrival: q' dtau = a (c cosh th + i s sinh th) dth.
#include "reference/garvin.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "base/error.hpp"
#include "reference/integrate.hpp"
#include "reference/interface_waves.hpp"

namespace unda::reference {

namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

/// R = (1 + 2 q^2)^2 - 4 q^2 sqrt(q^2+1) sqrt(q^2+a^2). At large q the two terms cancel: there as the
/// difference of their squares, expanded, over their sum.
Complex rayleigh_function(double a2, Complex q2, Complex root) {
  const Complex first = (1.0 + 2.0 * q2) * (1.0 + 2.0 * q2), second = 4.0 * q2 * root * std::sqrt(q2 + a2);
  if (std::norm(q2) < 16) return first - second;
  return (((16 * (1 - a2) * q2 + (24 - 16 * a2)) * q2 + 8.0) * q2 + 1.0) / (first + second);
}

/// u_x + i u_z of the step response per dth, without the factor (M0/(rho vp^2))/(pi r).
Complex step_response(double a, double sine, double cosine, double th) {
  const double sh = std::sinh(th), ch = std::cosh(th);
  const Complex q = a * Complex(cosine * sh, sine * ch);
  const Complex dq = a * Complex(cosine * ch, sine * sh);
  const Complex q2 = q * q, root = std::sqrt(q2 + 1.0);
  const Complex ratio = dq / rayleigh_function(a * a, q2, root);
  return {2 * std::imag(q * root * ratio), std::real((1.0 + 2.0 * q2) * ratio)};
}

/// int f(t - w) u(w) dw, u the step response at time w = (r/vp) cosh th; f is s for displacement, s' for
/// velocity.
template <class F>
Vector convolve(const Medium& solid, double moment, const Pulse& pulse, double depth, double x, double t, const F& f) {
  require(depth > 0, "Garvin's solution needs a source below the surface, depth = {}", depth);
  require(solid.vs > 0, "Garvin's solution needs a solid: vs = {}", solid.vs);
  const double r = std::hypot(x, depth), travel = r / solid.vp, a = solid.vs / solid.vp;
  if (t - pulse.start <= travel) return {0, 0, 0};
  const double sine = x / r, cosine = depth / r;
  const auto angle_of = [&](double tau) { return tau > a ? std::acosh(tau / a) : 0.0; };
  // Where q passes close to the branch point i and the Rayleigh pole: sharp corners for a shallow source.
  const double side = std::max(std::abs(sine), 1e-6);
  const double th_s = angle_of(1 / side), th_r = angle_of(rayleigh_slowness(solid) * solid.vs / side);

  const Complex sum = integrate(
      [&](double th) { return f(t - travel * std::cosh(th)) * step_response(a, sine, cosine, th); },
      std::acosh(std::max(1.0, (t - pulse.end) / travel)), std::acosh((t - pulse.start) / travel), {th_s, th_r});
  const double factor = moment / (solid.rho * solid.vp * solid.vp) / (pi * solid.vs);
  return {factor * sum.real(), 0, factor * sum.imag()};
}

}  // namespace

Vector garvin_velocity(const Medium& solid, double moment, const Pulse& pulse, double depth, double x, double t) {
  return convolve(solid, moment, pulse, depth, x, t, [&](double u) { return pulse.s_rate(u); });
}

Vector garvin_displacement(const Medium& solid, double moment, const Pulse& pulse, double depth, double x, double t) {
  return convolve(solid, moment, pulse, depth, x, t, [&](double u) { return pulse.s(u); });
}

}  // namespace unda::reference
