// Lamb's problem: Pekeris' step response U(tau) convolved with a pulse.
// Between S and Rayleigh tau = sqrt(G2) cos psi turns the singularity (G2 - tau^2)^(-1/2) dtau into dpsi.
#include "reference/lamb.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "reference/integrate.hpp"

namespace unda::reference {

namespace {

using std::numbers::pi;
using std::numbers::sqrt3;

const double tau_p = 1 / sqrt3;
const double g2 = (3 + sqrt3) / 4;
const double tau_r = std::sqrt(g2);
const double root_r = std::sqrt(3 * sqrt3 + 5);
const double root_b = std::sqrt(3 * sqrt3 - 5);
const double b2 = (3 - sqrt3) / 4;
const double static_value = 3 / (8 * pi);
/// U at the S arrival, where it is continuous.
const double value_at_s = (6 - root_r / std::sqrt(g2 - 1)) / (16 * pi);

/// U between P and S.
double before_s(double tau) {
  const double x = tau * tau;
  return (6 - sqrt3 / std::sqrt(x - 0.25) - root_r / std::sqrt(g2 - x) + root_b / std::sqrt(x - b2)) / (32 * pi);
}

/// dU/dtau between P and S.
double slope_before_s(double tau) {
  const double x = tau * tau;
  const auto power = [](double y) { return 1 / (y * std::sqrt(y)); };
  return tau * (sqrt3 * power(x - 0.25) - root_r * power(g2 - x) - root_b * power(x - b2)) / (32 * pi);
}

/// One receiver and time: tau is turned into the time left for the pulse.
struct Retarded {
  double t, unit, first, last;  ///< unit = r/vs; the pulse acts for tau in [first, last]

  Retarded(const Medium& solid, const Pulse& pulse, double distance, double time)
      : t(time), unit(distance / solid.vs), first((time - pulse.end) / unit), last((time - pulse.start) / unit) {}
  double at(double tau) const { return t - unit * tau; }
};

/// psi of a tau below tau_r.
double angle_of(double tau) { return std::acos(std::clamp(tau / tau_r, -1.0, 1.0)); }

void check(const Medium& solid, double distance) {
  require(std::abs(solid.vp / solid.vs / sqrt3 - 1) < 1e-3,
          "Pekeris' solution holds for vp/vs = sqrt(3) = 1.732, here vp/vs = {:.4f}", solid.vp / solid.vs);
  require(distance > 0, "the receiver stands on the force, where the field is not finite");
}

}  // namespace

double lamb_step_response(double tau) {
  if (tau <= tau_p) return 0;
  if (tau < 1) return before_s(tau);
  if (tau < tau_r) return (6 - root_r / std::sqrt(g2 - tau * tau)) / (16 * pi);
  return static_value;
}

/// u = F/(mu r) int s'(t - w) U(w) dw, w = tau r/vs.
double lamb_displacement(const Medium& solid, double force, const Pulse& pulse, double distance, double t) {
  check(solid, distance);
  const Retarded late(solid, pulse, distance, t);
  const double p_to_s = integrate([&](double tau) { return pulse.s_rate(late.at(tau)) * before_s(tau); },
                                  std::max(tau_p, late.first), std::min(1.0, late.last));
  const double s_to_r = integrate(
      [&](double psi) {
        const double response = (6 * tau_r * std::sin(psi) - root_r) / (16 * pi);
        return pulse.s_rate(late.at(tau_r * std::cos(psi))) * response;
      },
      angle_of(std::min(tau_r, late.last)), angle_of(std::max(1.0, late.first)));
  const double sum = late.unit * (p_to_s + s_to_r) + static_value * pulse.s(late.at(tau_r));
  return force / (solid.rho * solid.vs * solid.vs * distance) * sum;
}

/// v = F/(mu r) d/dt int s'(t - w) U(w) dw. With phi(tau) = s'(t - tau r/vs), by parts, so that s'' is not
/// needed: int_P^S phi U' dtau + int_S^R (phi - phi_R) U' dtau + phi_R (U(after R) - U(S)); phi - phi_R
/// vanishes at the Rayleigh arrival as fast as needed to make (G2 - tau^2)^(-3/2) integrable.
double lamb_velocity(const Medium& solid, double force, const Pulse& pulse, double distance, double t) {
  check(solid, distance);
  const Retarded late(solid, pulse, distance, t);
  const double phi_r = pulse.s_rate(late.at(tau_r));
  const double p_to_s = integrate([&](double tau) { return pulse.s_rate(late.at(tau)) * slope_before_s(tau); },
                                  std::max(tau_p, late.first), std::min(1.0, late.last));
  double s_to_r = 0;
  if (phi_r != 0 || (late.last > 1 && late.first < tau_r)) {
    const double scale = root_r / (16 * pi * g2);
    s_to_r = integrate(
        [&](double psi) {
          const double tau = tau_r * std::cos(psi), sine = std::sin(psi);
          return -scale * (pulse.s_rate(late.at(tau)) - phi_r) * tau / (sine * sine);
        },
        0.0, angle_of(1), {angle_of(late.first), angle_of(late.last)});
  }
  const double sum = p_to_s + s_to_r + phi_r * (static_value - value_at_s);
  return force / (solid.rho * solid.vs * solid.vs * distance) * sum;
}

}  // namespace unda::reference
