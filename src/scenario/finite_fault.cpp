// Mechanisms of points on a fault.
#include "scenario/finite_fault.hpp"

#include <cmath>
#include <numbers>

namespace unda::scenario {

namespace {

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

}  // namespace

/// Of the plane, up into the hanging wall. Aki and Richards (2002), eq. 4.83, with x north, y east, z down there.
Vector FiniteFault::normal(const FaultPoint& p) {
  const double strike = radians(p.strike), dip = radians(p.dip);
  return {std::sin(dip) * std::cos(strike), -std::sin(dip) * std::sin(strike), std::cos(dip)};
}

Vector FiniteFault::direction(const FaultPoint& p, std::size_t direction) {
  if (direction == 2) return normal(p);
  const double strike = radians(p.strike), dip = radians(p.dip), rake = radians(p.rake + (direction == 1 ? 90 : 0));
  const double north = std::cos(rake) * std::cos(strike) + std::cos(dip) * std::sin(rake) * std::sin(strike);
  const double east = std::cos(rake) * std::sin(strike) - std::cos(dip) * std::sin(rake) * std::cos(strike);
  return {east, north, std::sin(rake) * std::sin(dip)};
}

std::array<double, 6> moment_of_slip(const FaultPoint& p, std::size_t direction, double lambda, double mu) {
  const Vector n = FiniteFault::normal(p), d = FiniteFault::direction(p, direction);
  constexpr std::array<std::array<std::size_t, 2>, 6> pairs{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
  const double opening = n[0] * d[0] + n[1] * d[1] + n[2] * d[2];
  std::array<double, 6> m{};
  for (std::size_t k = 0; k < 6; ++k) {
    const auto [a, b] = pairs[k];
    m[k] = p.area * (mu * (d[a] * n[b] + d[b] * n[a]) + (a == b ? lambda * opening : 0));
  }
  // Slip within the plane does not open it: what rounding leaves of the trace is no explosion.
  if (direction < 2) {
    const double trace = (m[0] + m[1] + m[2]) / 3;
    for (std::size_t k = 0; k < 3; ++k) m[k] -= trace;
  }
  return m;
}

}  // namespace unda::scenario
