// The Christoffel equation for 21 constants.
// Eigenvalues and eigenvectors of the 3 x 3 matrix come from numerics/dense.
#include "reference/christoffel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "numerics/dense.hpp"
#include "physics/isotropic.hpp"

namespace unda::reference {

namespace {

constexpr int n_moduli = 21;

/// Voigt index of the pair (i, j).
int voigt(int i, int j) { return i == j ? i : 6 - i - j; }

/// Place of C_ab in the upper triangle by rows.
int place(int a, int b) {
  if (a > b) std::swap(a, b);
  return a * 6 - a * (a - 1) / 2 + (b - a);
}

Eigen::Matrix3d christoffel_matrix(std::span<const double> c, const Vector& n) {
  Eigen::Matrix3d matrix = Eigen::Matrix3d::Zero();
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 3; ++j)
        for (int l = 0; l < 3; ++l) matrix(i, k) += c[place(voigt(i, j), voigt(k, l))] * n[j] * n[l];
  return matrix;
}

}  // namespace

PlaneWaves plane_waves(std::span<const double> moduli, double rho, const Vector& direction) {
  if (moduli.size() != n_moduli) throw InputError(fmt::format("{} elastic moduli given, 21 are needed", moduli.size()));
  const Vector n = (1 / norm(direction)) * direction;
  const auto system = numerics::symmetric_eigensystem(christoffel_matrix(moduli, n));
  PlaneWaves waves{};
  for (int k = 0; k < 3; ++k) {
    const int column = 2 - k;  // they rise
    const double stiffness = system.values[column];
    // A fluid's shear stiffness is zero to rounding.
    if (stiffness < -1e-12 * system.values[2] || system.values[2] <= 0)
      throw InputError(fmt::format("elastic moduli give rho V^2 = {:g} Pa; it must not be negative", stiffness));
    waves.speed[k] = std::sqrt(std::max(0.0, stiffness) / rho);
    const Eigen::Vector3d u = system.vectors.col(column);
    waves.polarization[k] = {u[0], u[1], u[2]};
  }
  return waves;
}

std::array<double, 21> isotropic_moduli(double lambda, double mu) {
  const double m = physics::p_modulus(physics::Isotropic<double>{lambda, mu});
  std::array<double, 21> c{};
  for (int a = 0; a < 3; ++a) {
    for (int b = a; b < 3; ++b) c[place(a, b)] = a == b ? m : lambda;
    c[place(a + 3, a + 3)] = mu;
  }
  return c;
}

std::array<double, 21> vti_moduli(double c11, double c33, double c44, double c66, double c13) {
  std::array<double, 21> c{};
  c[place(0, 0)] = c[place(1, 1)] = c11;
  c[place(2, 2)] = c33;
  c[place(0, 1)] = c11 - 2 * c66;
  c[place(0, 2)] = c[place(1, 2)] = c13;
  c[place(3, 3)] = c[place(4, 4)] = c44;
  c[place(5, 5)] = c66;
  return c;
}

}  // namespace unda::reference
