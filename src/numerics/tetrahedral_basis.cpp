// phi_ijk = P_i^(0,0)(2x/s - 1) s^i P_j^(2i+1,0)(2y/t - 1) t^j P_k^(2i+2j+2,0)(2z - 1), s = 1 - y - z, t = 1 - z
// (Dubiner 1991), in homogeneous form, which is regular in the corners too.
#include "numerics/tetrahedral_basis.hpp"

#include <cmath>

#include "numerics/jacobi.hpp"

namespace unda::numerics {
namespace {

/// A number and its derivatives along x, y and z.
struct Dual {
  double value = 0;
  Vector slope{0, 0, 0};
  explicit Dual(double v, const Vector& d = {0, 0, 0}) : value(v), slope(d) {}
  friend Dual operator+(const Dual& a, const Dual& b) { return Dual(a.value + b.value, a.slope + b.slope); }
  friend Dual operator-(const Dual& a, const Dual& b) { return Dual(a.value - b.value, a.slope - b.slope); }
  friend Dual operator*(double a, const Dual& b) { return Dual(a * b.value, a * b.slope); }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return Dual(a.value * b.value, a.value * b.slope + b.value * a.slope);
  }
};

}  // namespace

BasisValues tetrahedral_basis(int order, const Vector& at) {
  const Dual x(at[0], {1, 0, 0}), y(at[1], {0, 1, 0}), z(at[2], {0, 0, 1}), one(1.0);
  const Dual s = one - y - z, t = one - z;
  BasisValues basis;
  for (int degree = 0; degree < order; ++degree)
    for (int k = 0; k <= degree; ++k)
      for (int j = 0; j <= degree - k; ++j) {
        const int i = degree - k - j;
        const Dual phi = homogeneous_jacobi(i, 0, 2.0 * x - s, s) * homogeneous_jacobi(j, 2 * i + 1, 2.0 * y - t, t) *
                         homogeneous_jacobi(k, 2 * i + 2 * j + 2, 2.0 * z - one, one);
        const double scale = std::sqrt((2.0 * i + 1) * (2.0 * (i + j) + 2) * (2.0 * degree + 3));
        basis.values.push_back(scale * phi.value);
        basis.gradients.push_back(scale * phi.slope);
      }
  return basis;
}

std::vector<double> triangular_basis(int order, double s, double t) {
  const double u = 1 - t;
  std::vector<double> values;
  for (int degree = 0; degree < order; ++degree)
    for (int i = degree; i >= 0; --i) {
      const double phi =
          homogeneous_jacobi(i, 0, 2 * s - u, u) * homogeneous_jacobi(degree - i, 2 * i + 1, 2 * t - 1, 1.0);
      values.push_back(std::sqrt((2.0 * i + 1) * (2.0 * degree + 2)) * phi);
    }
  return values;
}

TetrahedralRule tetrahedral_rule(int n) {
  const GaussRule along_x = gauss_jacobi(n, 0), along_y = gauss_jacobi(n, 1), along_z = gauss_jacobi(n, 2);
  TetrahedralRule rule;
  for (int c = 0; c < n; ++c)
    for (int b = 0; b < n; ++b)
      for (int a = 0; a < n; ++a) {
        const double z = (1 + along_z.points[c]) / 2, y = (1 + along_y.points[b]) / 2 * (1 - z);
        rule.points.push_back({(1 + along_x.points[a]) / 2 * (1 - y - z), y, z});
        rule.weights.push_back(along_x.weights[a] * along_y.weights[b] * along_z.weights[c] / 64);
      }
  return rule;
}

TriangularRule triangular_rule(int n) {
  const GaussRule along_s = gauss_jacobi(n, 0), along_t = gauss_jacobi(n, 1);
  TriangularRule rule;
  for (int b = 0; b < n; ++b)
    for (int a = 0; a < n; ++a) {
      const double t = (1 + along_t.points[b]) / 2;
      rule.points.push_back({(1 + along_s.points[a]) / 2 * (1 - t), t});
      rule.weights.push_back(along_s.weights[a] * along_t.weights[b] / 8);
    }
  return rule;
}

}  // namespace unda::numerics
