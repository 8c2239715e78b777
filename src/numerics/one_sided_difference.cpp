// The operators follow from linear conditions: exactness for polynomials on both sides. Of all solutions the
// one nearest to a guess is taken: the interior stencil plus a correction that was found by minimising the errors
// of Rayleigh waves and of the modes of a free plate (vp/vs of 1.5, 1.75 and 3; 4 to 10 points per wavelength),
// while the norms stay positive and the largest eigenvalue that of the interior.
#include "numerics/one_sided_difference.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

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

/// The best correction of the corner block q(i, j), of the norms of half points and of those of nodes. Found for a
/// radius of 4, it serves the others as well.
constexpr int n_corrected = 8;
constexpr double block_correction[n_corrected][n_corrected] = {
    {0.021, 0.054, 0, 0.001, 0.003, -0.045, 0.051, -0.014},
    {-0.013, 0.227, -0.296, 0.080, -0.051, 0.137, -0.126, 0.033},
    {0.148, -0.390, 0.357, -0.206, 0.194, -0.191, 0.139, -0.050},
    {0.004, -0.007, -0.081, 0.220, -0.264, 0.202, -0.107, 0.032},
    {-0.057, 0.114, -0.031, -0.133, 0.231, -0.193, 0.048, 0.020},
    {0.028, -0.098, 0.117, -0.002, -0.174, 0.261, -0.168, 0.036},
    {0.014, -0.007, -0.070, 0.088, 0.083, -0.254, 0.228, -0.081},
    {-0.019, 0.036, 0.013, -0.047, -0.023, 0.082, -0.065, 0.023}};
constexpr double half_norm_correction[n_corrected] = {0.119, -0.174, 0.011, 0.031, 0.044, -0.018, -0.022, 0.008};
constexpr double node_norm_correction[n_corrected] = {-0.221, 0.459, -0.317, 0.022, 0.062, 0.055, -0.094, 0.033};

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

  void correct(Eigen::VectorXd& guess) const {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) guess[q(i, j)] += block_correction[i][j];
      guess[half_norm(i)] += half_norm_correction[i];
      guess[node_norm(i)] += node_norm_correction[i];
    }
  }

  Eigen::VectorXd solve() const {
    Eigen::VectorXd guess = Eigen::VectorXd::Ones(n_unknowns());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) guess[q(i, j)] = interior(c, i, j);
    guess[node_norm(0)] = 0.5;
    if (n == n_corrected) correct(guess);
    Eigen::MatrixXd a(rows.size(), n_unknowns());
    Eigen::VectorXd b(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      a.row(static_cast<Eigen::Index>(r)) = rows[r];
      b[static_cast<Eigen::Index>(r)] = right[r];
    }
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(1e-11);
    decomposition.compute(a);
    return guess + decomposition.solve(b - a * guess);
  }
};

OneSidedDifference make(int radius) {
  const int degree = std::min(radius, 2);
  const int n = radius == 1 ? 1 : n_corrected;
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
