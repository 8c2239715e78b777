// The points are -1, 1 and the roots of the slope of the Legendre polynomial P_n.
#include "numerics/gll.hpp"

#include <cmath>
#include <numbers>

namespace unda::numerics {
namespace {

/// P_n(x) and P_n-1(x).
struct Legendre {
  double last = 1, before = 0;
};

Legendre legendre(int n, double x) {
  Legendre p;
  for (int k = 1; k <= n; ++k) {
    const double next = ((2 * k - 1) * x * p.last - (k - 1) * p.before) / k;
    p.before = p.last;
    p.last = next;
  }
  return p;
}

/// Newton's iteration for (1 - x^2) P_n'(x) = 0 from the Chebyshev point nearby.
double root(int n, int i) {
  double x = -std::cos(std::numbers::pi * i / n);
  for (int iteration = 0; iteration < 100; ++iteration) {
    const Legendre p = legendre(n, x);
    const double change = (x * p.last - p.before) / ((n + 1) * p.last);
    x -= change;
    if (std::abs(change) < 1e-16) break;
  }
  return x;
}

}  // namespace

Gll gll(int degree) {
  Gll g;
  g.degree = degree;
  const int n = degree + 1;
  for (int i = 0; i < n; ++i) {
    const double x = i == 0 ? -1 : i == degree ? 1 : 2 * i == degree ? 0 : root(degree, i);
    const double p = legendre(degree, x).last;
    g.point.push_back(x);
    g.weight.push_back(2.0 / (degree * n * p * p));
  }
  g.derivative.assign(static_cast<std::size_t>(n) * n, 0.0);
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      if (i == j) continue;
      const double slope =
          legendre(degree, g.point[i]).last / (legendre(degree, g.point[j]).last * (g.point[i] - g.point[j]));
      g.derivative[static_cast<std::size_t>(i) * n + j] = slope;
      sum += slope;
    }
    g.derivative[static_cast<std::size_t>(i) * n + i] = -sum;  // the slope of a constant is zero
  }
  return g;
}

std::vector<double> Gll::values(double x) const {
  std::vector<double> result(point.size(), 1.0);
  for (std::size_t j = 0; j < point.size(); ++j)
    for (std::size_t m = 0; m < point.size(); ++m)
      if (m != j) result[j] *= (x - point[m]) / (point[j] - point[m]);
  return result;
}

std::vector<double> Gll::slopes(double x) const {
  // The slope is a polynomial of the same degree at most: known at the points, and interpolated from there.
  const std::vector<double> at = values(x);
  std::vector<double> result(point.size(), 0.0);
  for (int j = 0; j < n(); ++j)
    for (int i = 0; i < n(); ++i) result[j] += at[i] * d(i, j);
  return result;
}

}  // namespace unda::numerics
