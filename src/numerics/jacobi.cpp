// Gauss rules as eigenvalues of the recurrence's matrix (Golub and Welsch 1969).
#include "numerics/jacobi.hpp"

#include <cmath>

#include "numerics/dense.hpp"

namespace unda::numerics {

GaussRule gauss_jacobi(int n, int a) {
  Eigen::VectorXd diagonal(n), beside(n > 1 ? n - 1 : 0);
  for (int k = 0; k < n; ++k) {
    const double c = 2.0 * k + a;
    diagonal[k] = k == 0 ? -a / (a + 2.0) : -a * a / (c * (c + 2));
    const double d = c + 2;  // 2 (k + 1) + a
    if (k + 1 < n) beside[k] = 2 * (k + 1) * (k + 1.0 + a) / (d * std::sqrt(d * d - 1));
  }
  const Eigensystem system = tridiagonal_eigensystem(diagonal, beside);
  const double total = std::pow(2.0, a + 1) / (a + 1);  // integral of (1 - x)^a
  GaussRule rule;
  for (int k = 0; k < n; ++k) {
    rule.points.push_back(system.values[k]);
    rule.weights.push_back(total * std::pow(system.vectors(0, k), 2));
  }
  return rule;
}

}  // namespace unda::numerics
