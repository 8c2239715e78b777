// Moduli of anisotropic solids: Thomsen's parameters, rotations, energies.
#include "physics/anisotropy.hpp"

#include <algorithm>
#include <cmath>

#include "base/angle.hpp"

namespace unda::physics {
namespace {

using Matrix = std::array<std::array<double, 6>, 6>;

Matrix full(const Moduli& c) {
  Matrix m{};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) m[i][j] = c(i, j);
  return m;
}

Moduli upper(const Matrix& m) {
  Moduli c{};
  for (int i = 0; i < 6; ++i)
    for (int j = i; j < 6; ++j) c(i, j) = 0.5 * (m[i][j] + m[j][i]);
  return c;
}

constexpr std::array<std::array<int, 2>, 6> pairs{{{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}};

/// sigma' = M sigma for sigma'_ij = R_ia R_jb sigma_ab.
Matrix bond_matrix(const std::array<Vector, 3>& r) {
  Matrix m{};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      const auto [a, b] = pairs[i];
      const auto [c, d] = pairs[j];
      m[i][j] = c == d ? r[a][c] * r[b][c] : r[a][c] * r[b][d] + r[a][d] * r[b][c];
    }
  return m;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix p{};
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k)
      for (int j = 0; j < 6; ++j) p[i][j] += a[i][k] * b[k][j];
  return p;
}

Matrix transposed(const Matrix& a) {
  Matrix t{};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) t[i][j] = a[j][i];
  return t;
}

/// Cholesky's lower triangle; false where a pivot is not above 0.
bool factorise(Matrix& a) {
  for (int j = 0; j < 6; ++j) {
    for (int k = 0; k < j; ++k) a[j][j] -= a[j][k] * a[j][k];
    if (!(a[j][j] > 0)) return false;
    a[j][j] = std::sqrt(a[j][j]);
    for (int i = j + 1; i < 6; ++i) {
      for (int k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
  return true;
}

double largest_of(const Moduli& c) {
  double largest = 0;
  for (const double m : c.of) largest = std::max(largest, std::abs(m));
  return largest;
}

}  // namespace

Moduli moduli_of(const Thomsen& t) {
  const double c33 = t.rho * t.vp * t.vp, c44 = t.rho * t.vs * t.vs, across = c33 - c44;
  const double c11 = c33 * (1 + 2 * t.epsilon), c66 = c44 * (1 + 2 * t.gamma);
  const double c13 = std::sqrt(2 * t.delta * c33 * across + across * across) - c44;
  Moduli c{};
  c(0, 0) = c(1, 1) = c11;
  c(2, 2) = c33;
  c(0, 1) = c11 - 2 * c66;
  c(0, 2) = c(1, 2) = c13;
  c(3, 3) = c(4, 4) = c44;
  c(5, 5) = c66;
  return c;
}

Moduli isotropic_moduli(double lambda, double mu) {
  Moduli c{};
  for (int a = 0; a < 3; ++a) {
    for (int b = a; b < 3; ++b) c(a, b) = a == b ? lambda + 2 * mu : lambda;
    c(a + 3, a + 3) = mu;
  }
  return c;
}

Moduli rotated(const Moduli& c, const std::array<Vector, 3>& turn) {
  const Matrix m = bond_matrix(turn);
  return upper(product(product(m, full(c)), transposed(m)));
}

/// z turns in the plane that it makes with the axis, x and y with it.
Moduli with_axis_along(const Moduli& c, const Vector& axis) {
  const Vector n = (1 / norm(axis)) * axis;
  const double flat = std::hypot(n[0], n[1]);
  if (flat == 0) return c;
  const double ca = n[0] / flat, sa = n[1] / flat, ct = n[2], st = flat;
  return rotated(c, {{{ca * ct, -sa, ca * st}, {sa * ct, ca, sa * st}, {-st, 0, ct}}});
}

Vector axis_of(double tilt, double azimuth) {
  return {std::sin(tilt * degree) * std::cos(azimuth * degree), std::sin(tilt * degree) * std::sin(azimuth * degree),
          std::cos(tilt * degree)};
}

Symmetric<3, double> shear_moduli_of(const Thomsen& medium, const Vector& axis) {
  const double across = medium.rho * medium.vs * medium.vs, along = 2 * medium.gamma * across;
  const Vector n = (1 / norm(axis)) * axis;
  Symmetric<3, double> t = isotropic_shear_moduli(across);
  for (int a = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b) t(a, b) += along * n[a] * n[b];
  return t;
}

bool positive_definite(const Moduli& c) {
  Matrix a = full(c);
  return factorise(a);
}

Moduli compliance(const Moduli& c) {
  Matrix a = full(c), inverse{};
  factorise(a);
  for (int column = 0; column < 6; ++column) {
    std::array<double, 6> x{};
    for (int i = 0; i < 6; ++i) {
      x[i] = i == column ? 1 : 0;
      for (int k = 0; k < i; ++k) x[i] -= a[i][k] * x[k];
      x[i] /= a[i][i];
    }
    for (int i = 5; i >= 0; --i) {
      for (int k = i + 1; k < 6; ++k) x[i] -= a[k][i] * x[k];
      x[i] /= a[i][i];
    }
    for (int i = 0; i < 6; ++i) inverse[i][column] = x[i];
  }
  return upper(inverse);
}

bool has_plane_of_symmetry(const Moduli& c, double tolerance) {
  const double negligible = tolerance * largest_of(c);
  for (const int in : {0, 1, 2, 4})
    for (const int out : {3, 5})
      if (std::abs(c(in, out)) > negligible) return false;
  return true;
}

bool is_orthorhombic(const Moduli& c, double tolerance) {
  const double negligible = tolerance * largest_of(c);
  for (int i = 0; i < 6; ++i)
    for (int j = std::max(3, i + 1); j < 6; ++j)
      if (std::abs(c(i, j)) > negligible) return false;
  return true;
}

}  // namespace unda::physics
