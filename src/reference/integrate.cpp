// The nodes and weights of the 12-point Gauss-Legendre rule.
// Newton's method on the Legendre polynomial, from Chebyshev-like starting points.
#include "reference/integrate.hpp"

#include <numbers>

namespace unda::reference {

namespace {

GaussRule make_rule() {
  GaussRule rule{};
  const int n = static_cast<int>(rule.node.size());
  for (int i = 0; i < n; ++i) {
    double x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5));
    double slope = 0;
    for (int iteration = 0; iteration < 8; ++iteration) {
      double p = x, before = 1;
      for (int k = 2; k <= n; ++k) {
        const double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
        before = p;
        p = next;
      }
      slope = n * (x * p - before) / (x * x - 1);
      x -= p / slope;
    }
    rule.node[i] = x;
    rule.weight[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return rule;
}

}  // namespace

const GaussRule& gauss_rule() {
  static const GaussRule rule = make_rule();
  return rule;
}

}  // namespace unda::reference
