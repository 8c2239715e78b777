// Jacobi polynomials P_n^(a, 0) in homogeneous form, and the Gauss rules that belong to them.
#pragma once

#include <vector>

namespace unda::numerics {

/// s^n P_n^(a, 0)(x / s), a polynomial in x and s: nothing is divided by s, which may be 0. T is a number or anything with
/// its arithmetic, such as a number with its derivatives.
template <class T>
T homogeneous_jacobi(int n, double a, const T& x, const T& s) {
  T before = T(1.0);
  if (n == 0) return before;
  T value = 0.5 * (a * s + (a + 2) * x);
  for (int k = 1; k < n; ++k) {
    const double c = 2 * k + a;
    const double divisor = 2 * (k + 1) * (k + a + 1) * c;
    const T next = (1 / divisor) * ((c + 1) * a * a * s + c * (c + 1) * (c + 2) * x) * value -
                   (2 * (k + a) * k * (c + 2) / divisor) * s * s * before;
    before = value;
    value = next;
  }
  return value;
}

/// Points in (-1, 1) and weights for the integral of (1 - x)^a f(x).
struct GaussRule {
  std::vector<double> points, weights;
};

/// Exact for polynomials f up to the degree 2 n - 1.
GaussRule gauss_jacobi(int n, int a);

}  // namespace unda::numerics
