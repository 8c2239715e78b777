// Plane waves at a flat interface: reflection and transmission from impedances.
// Brekhovskikh and Godin (1990), section 4.2, for the fluid over a solid.
#include "reference/reflection.hpp"

#include <cmath>

namespace unda::reference {

std::complex<double> fluid_solid_reflection(const Medium& fluid, const Medium& solid, double angle) {
  using Complex = std::complex<double>;
  const double slowness = std::sin(angle) / fluid.vp;
  // sqrt of a negative real number with +0 imaginary part is on the positive imaginary axis.
  const auto cosine = [&](double speed) { return std::sqrt(Complex(1 - slowness * speed * slowness * speed, 0.0)); };

  const double z = fluid.rho * fluid.vp / std::cos(angle);
  const Complex zp = solid.rho * solid.vp / cosine(solid.vp);
  const double sin_s = slowness * solid.vs;
  const double cos_2s = 1 - 2 * sin_s * sin_s;
  // Zs sin^2 2th_s = 4 rho_s vs sin^2 th_s cos th_s, which stays finite at the critical angle.
  const Complex shear = 4 * solid.rho * solid.vs * sin_s * sin_s * cosine(solid.vs);
  const Complex d = zp * cos_2s * cos_2s + shear + z;
  return (d - 2 * z) / d;
}

NormalIncidence normal_incidence(const Medium& first, const Medium& second) {
  const double z1 = first.rho * first.vp, z2 = second.rho * second.vp, sum = z1 + z2;
  return {(z1 - z2) / sum, 2 * z1 / sum, (z2 - z1) / sum, 2 * z2 / sum};
}

}  // namespace unda::reference
