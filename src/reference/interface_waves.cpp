// Roots of the Rayleigh and Scholte equations by bisection.
// Both functions are positive at the lower end of the guided slownesses, negative far above, and cross zero
// once.
#include "reference/interface_waves.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace unda::reference {

namespace {

double square(double x) { return x * x; }

/// (2p^2 - vs^-2)^2 - 4 p^2 sqrt(p^2 - vp^-2) sqrt(p^2 - vs^-2).
double rayleigh_function(double p, const Medium& solid) {
  const double b = 1 / square(solid.vs);
  const double vertical_p = std::sqrt(std::max(0.0, p * p - 1 / square(solid.vp)));
  const double vertical_s = std::sqrt(std::max(0.0, p * p - b));
  return square(2 * p * p - b) - 4 * p * p * vertical_p * vertical_s;
}

template <class F>
double falling_root(const F& f, double low) {
  double high = 2 * low;
  while (f(high) > 0) high *= 2;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (f(middle) > 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

double scholte_slowness(const Medium& fluid, const Medium& solid) {
  require(fluid.vp > 0 && fluid.rho > 0 && solid.vs > 0,
          "a Scholte wave needs a fluid over a solid: c = {}, rho = {} over vs = {}", fluid.vp, fluid.rho, solid.vs);
  // The equation times sqrt(p^2 - c^-2), which keeps it finite at p = 1/c.
  return falling_root(
      [&](double p) {
        const double vertical_p = std::sqrt(std::max(0.0, p * p - 1 / square(solid.vp)));
        const double vertical_f = std::sqrt(std::max(0.0, p * p - 1 / square(fluid.vp)));
        const double load = fluid.rho / solid.rho / square(square(solid.vs)) * vertical_p;
        return rayleigh_function(p, solid) * vertical_f + load;
      },
      std::max(1 / fluid.vp, 1 / solid.vs));
}

double rayleigh_slowness(const Medium& solid) {
  require(solid.vs > 0, "a Rayleigh wave needs a solid: vs = {}", solid.vs);
  return falling_root([&](double p) { return rayleigh_function(p, solid); }, 1 / solid.vs);
}

}  // namespace unda::reference
