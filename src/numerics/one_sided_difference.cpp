// The operators follow from linear conditions: exactness for polynomials on both sides. Of all solutions the
// one nearest to the interior stencil is taken, which keeps the norms positive and the largest eigenvalue
// that of the interior.
#include "numerics/one_sided_difference.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/dense.hpp"
#include "numerics/difference_table.hpp"

namespace unda::numerics {
namespace {

/// The interior coefficient of node j for the derivative at half point i + 1/2.
double interior(const std::vector<double>& c, int i, int j) {
  const int m = j > i ? j - i : i + 1 - j;
  if (m > static_cast<int>(c.size())) return 0;
  return j > i ? c[m - 1] : -c[m - 1];
}

double power(double x, int k) { return k == 0 ? 1 : std::pow(x, k); }
double slope(double x, int k) { return k == 0 ? 0 : k * power(x, k - 1); }

/// Unknowns: q(i, j) = h_i Dh(i, j) in the corner block, then the norms h of half points and H of nodes.
struct System {
  int n, degree;
  std::vector<double> c;
  std::vector<Eigen::VectorXd> rows;
  std::vector<double> right;

  int q(int i, int j) const { return i * n + j; }
  int half_norm(int i) const { return n * n + i; }
  int node_norm(int j) const { return n * n + n + j; }
  int n_unknowns() const { return n * n + 2 * n; }
  int reach() const { return n + 2 * static_cast<int>(c.size()); }

  /// Derivatives of x^k at half point i are exact.
  void exact_at_half(int i, int k) {
    Eigen::VectorXd row = Eigen::VectorXd::Zero(n_unknowns());
    double known = 0;
    for (int j = 0; j < n; ++j) row[q(i, j)] = power(j, k);
    for (int j = n; j < reach(); ++j) known -= interior(c, i, j) * power(j, k);
    row[half_norm(i)] = -slope(i + 0.5, k);
    rows.push_back(row);
    right.push_back(known);
  }

  /// Derivatives of y^k at node j are exact; at node 0 the constant gives the value on the face.
  void exact_at_node(int j, int k) {
    Eigen::VectorXd row = Eigen::VectorXd::Zero(n_unknowns());
    double known = j == 0 && k == 0 ? 1 : 0;
    for (int i = 0; i < n; ++i) row[q(i, j)] = -power(i + 0.5, k);
    for (int i = n; i < reach(); ++i) known += interior(c, i, j) * power(i + 0.5, k);
    if (k > 0) row[node_norm(j)] = -slope(j, k);
    rows.push_back(row);
    right.push_back(known);
  }

  Eigen::VectorXd solve() const {
    Eigen::VectorXd guess = Eigen::VectorXd::Ones(n_unknowns());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) guess[q(i, j)] = interior(c, i, j);
    guess[node_norm(0)] = 0.5;
    Eigen::MatrixXd a(rows.size(), n_unknowns());
    Eigen::VectorXd b(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      a.row(static_cast<Eigen::Index>(r)) = rows[r];
      b[static_cast<Eigen::Index>(r)] = right[r];
    }
    return guess + least_squares(a, b - a * guess, 1e-11);
  }
};

OneSidedDifference make(int radius) {
  const int degree = std::min(radius, 3);
  const int n = radius == 1 ? 1 : radius == 2 ? 4 : 8;
  System system{n, degree, staggered_coefficients(radius), {}, {}};
  for (int row = 0; row < n; ++row) {
    for (int k = 0; k <= degree; ++k) {
      system.exact_at_half(row, k);
      system.exact_at_node(row, k);
    }
  }
  const Eigen::VectorXd u = system.solve();

  OneSidedDifference d;
  d.n_rows = n;
  const int width = n + radius;
  for (int i = 0; i < n; ++i) {
    d.half_norm.push_back(u[system.half_norm(i)]);
    d.node_norm.push_back(u[system.node_norm(i)]);
    d.at_half.emplace_back(width, 0.0);
    d.at_node.emplace_back(width, 0.0);
  }
  auto q = [&](int i, int j) { return i < n && j < n ? u[system.q(i, j)] : interior(system.c, i, j); };
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < width; ++column) {
      d.at_half[row][column] = q(row, column) / d.half_norm[row];
      d.at_node[row][column] = -q(column, row) / d.node_norm[row];
    }
  }
  return d;
}

}  // namespace

const OneSidedDifference& one_sided_difference(int radius) {
  static const std::vector<OneSidedDifference> table = [] {
    std::vector<OneSidedDifference> made;
    for (int r = 1; r <= 8; ++r) made.push_back(make(r));
    return made;
  }();
  return table[radius - 1];
}

}  // namespace unda::numerics
