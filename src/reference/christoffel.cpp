// Plane waves and moduli by lists of numbers.
#include "reference/christoffel.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"

namespace unda::reference {
namespace {

constexpr int n_moduli = 21;

std::array<double, 21> listed(const physics::Moduli& c) {
  std::array<double, 21> list{};
  std::copy(std::begin(c.of), std::end(c.of), list.begin());
  return list;
}

}  // namespace

PlaneWaves plane_waves(std::span<const double> moduli, double rho, const Vector& direction) {
  if (moduli.size() != n_moduli) throw InputError(fmt::format("{} elastic moduli given, 21 are needed", moduli.size()));
  physics::Moduli c{};
  std::copy(moduli.begin(), moduli.end(), c.of);
  return physics::plane_waves(c, rho, direction);
}

std::array<double, 21> isotropic_moduli(double lambda, double mu) {
  return listed(physics::isotropic_moduli(lambda, mu));
}

std::array<double, 21> vti_moduli(double c11, double c33, double c44, double c66, double c13) {
  physics::Moduli c{};
  c(0, 0) = c(1, 1) = c11;
  c(2, 2) = c33;
  c(0, 1) = c11 - 2 * c66;
  c(0, 2) = c(1, 2) = c13;
  c(3, 3) = c(4, 4) = c44;
  c(5, 5) = c66;
  return listed(c);
}

}  // namespace unda::reference
