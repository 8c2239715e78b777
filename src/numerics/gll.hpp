// Gauss-Lobatto-Legendre points of an interval and the polynomials through them.
#pragma once

#include <vector>

namespace unda::numerics {

/// On [-1, 1], both ends included; n = degree + 1 points.
struct Gll {
  int degree = 0;
  std::vector<double> point, weight;  ///< the rule integrates polynomials of degree 2 degree - 1 exactly
  std::vector<double> derivative;     ///< [i][j]: the slope at point i of the polynomial that is 1 at point j

  int n() const { return degree + 1; }
  double d(int i, int j) const { return derivative[static_cast<std::size_t>(i) * (degree + 1) + j]; }
  /// The n polynomials at x, and their slopes.
  std::vector<double> values(double x) const;
  std::vector<double> slopes(double x) const;
};

/// degree >= 1
Gll gll(int degree);

}  // namespace unda::numerics
