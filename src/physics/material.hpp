// What a point of the earth is made of, as the laws take it. A value: asked from the model once an element or point, and kept.
#pragma once

#include <cmath>

#include "physics/attenuation.hpp"
#include "physics/isotropic.hpp"
#include "physics/riemann.hpp"

namespace unda::physics {

struct Material {
  double rho = 0;  ///< kg/m^3
  Isotropic<double> moduli{};
  Quality quality{};

  bool is_fluid() const { return !(moduli.mu > 0); }
  double vp() const { return std::sqrt(p_modulus(moduli) / rho); }
  double vs() const { return std::sqrt(moduli.mu / rho); }
  /// Of the slowest wave that it carries.
  double slowest() const { return is_fluid() ? vp() : vs(); }
  Impedance<double> impedance() const { return {rho * vp(), rho * vs()}; }
};

}  // namespace unda::physics
