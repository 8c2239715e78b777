// Adaptive Gauss-Legendre quadrature of real or complex functions of one variable.
// A panel is halved until 12 points on it and 12 on each of its halves agree.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <initializer_list>
#include <vector>

namespace unda::reference {

/// Nodes and weights on [-1, 1].
struct GaussRule {
  std::array<double, 12> node;
  std::array<double, 12> weight;
};
const GaussRule& gauss_rule();

namespace detail {

/// The rule on one panel; adds the integral of |f| to `magnitude`.
template <class F>
auto integrate_panel(const F& f, double a, double b, double& magnitude) {
  const GaussRule& rule = gauss_rule();
  const double centre = 0.5 * (a + b), half = 0.5 * (b - a);
  decltype(f(a)) sum{};
  double sum_abs = 0;
  for (std::size_t i = 0; i < rule.node.size(); ++i) {
    const auto value = f(centre + half * rule.node[i]);
    sum += rule.weight[i] * value;
    sum_abs += rule.weight[i] * std::abs(value);
  }
  magnitude += half * sum_abs;
  return half * sum;
}

/// `halvings` is what may still be spent: rounding noise in f must not be refined for ever.
template <class F, class Value>
Value refine_panel(const F& f, double a, double b, const Value& coarse, double allowed, int& halvings) {
  double unused = 0;
  const double middle = 0.5 * (a + b);
  const Value left = integrate_panel(f, a, middle, unused);
  const Value right = integrate_panel(f, middle, b, unused);
  if (std::abs(left + right - coarse) <= allowed || --halvings <= 0) return left + right;
  return refine_panel(f, a, middle, left, allowed, halvings) + refine_panel(f, middle, b, right, allowed, halvings);
}

}  // namespace detail

/// Integral of f from a to b (0 where a >= b). Each panel's error stays below `tolerance` times the integral
/// of |f|; the depth of halving is limited, so that a jump inside costs accuracy only in a vanishing panel.
template <class F>
auto integrate(const F& f, double a, double b, double tolerance = 1e-11) {
  constexpr int n_panels = 8, max_halvings = 500;
  using Value = decltype(f(a));
  if (!(a < b)) return Value{};
  std::array<Value, n_panels> coarse;
  std::array<double, n_panels + 1> edge;
  double magnitude = 0;
  for (int i = 0; i <= n_panels; ++i) edge[i] = a + (b - a) * i / n_panels;
  for (int i = 0; i < n_panels; ++i) coarse[i] = detail::integrate_panel(f, edge[i], edge[i + 1], magnitude);
  Value sum{};
  for (int i = 0; i < n_panels; ++i) {
    int halvings = max_halvings;
    sum += detail::refine_panel(f, edge[i], edge[i + 1], coarse[i], tolerance * magnitude, halvings);
  }
  return sum;
}

/// The same, cut at those breaks (places where f or a derivative is not smooth) that lie inside.
template <class F>
auto integrate(const F& f, double a, double b, std::initializer_list<double> breaks, double tolerance = 1e-11) {
  std::vector<double> edges{a};
  for (double x : breaks)
    if (x > a && x < b) edges.push_back(x);
  edges.push_back(b);
  std::sort(edges.begin() + 1, edges.end() - 1);
  decltype(f(a)) sum{};
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) sum += integrate(f, edges[i], edges[i + 1], tolerance);
  return sum;
}

}  // namespace unda::reference
