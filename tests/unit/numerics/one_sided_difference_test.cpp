// One-sided differences: exact for polynomials, conserving energy, and no stiffer than the interior.
#include "numerics/one_sided_difference.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "numerics/dense.hpp"
#include "numerics/difference_table.hpp"

namespace unda::numerics::one_sided_difference_test {
namespace {

TEST(OneSidedDifference, IsExactForPolynomials) {
  for (int radius = 1; radius <= 8; ++radius) {
    const OneSidedDifference& d = one_sided_difference(radius);
    for (int k = 0; k <= std::min(radius, 3); ++k) {
      for (int row = 0; row < d.n_rows; ++row) {
        double at_half = 0, at_node = 0;
        for (std::size_t n = 0; n < d.at_half[row].size(); ++n) {
          at_half += d.at_half[row][n] * std::pow(n, k);
          at_node += d.at_node[row][n] * std::pow(n + 0.5, k);
        }
        EXPECT_NEAR(at_half, k == 0 ? 0 : k * std::pow(row + 0.5, k - 1), 1e-8) << radius << " " << k << " " << row;
        if (row > 0 || k > 0) {
          EXPECT_NEAR(at_node, k == 0 ? 0 : k * std::pow(row, k - 1), 1e-8) << radius << " " << k << " " << row;
        }
      }
    }
  }
}

/// The whole operator on a line of n cells with the same closure at both ends: nodes to half points.
Eigen::MatrixXd closed_line(int radius, int n, Eigen::VectorXd& node_norm, Eigen::VectorXd& half_norm) {
  const OneSidedDifference& d = one_sided_difference(radius);
  const auto c = staggered_coefficients(radius);
  Eigen::MatrixXd to_half = Eigen::MatrixXd::Zero(n, n + 1);
  node_norm = Eigen::VectorXd::Ones(n + 1);
  half_norm = Eigen::VectorXd::Ones(n);
  for (int i = d.n_rows; i < n - d.n_rows; ++i)
    for (int m = 1; m <= radius; ++m) {
      to_half(i, i + m) += c[m - 1];
      to_half(i, i + 1 - m) -= c[m - 1];
    }
  for (int i = 0; i < d.n_rows; ++i) {
    node_norm[i] = node_norm[n - i] = d.node_norm[i];
    half_norm[i] = half_norm[n - 1 - i] = d.half_norm[i];
    for (std::size_t j = 0; j < d.at_half[i].size(); ++j) {
      to_half(i, static_cast<int>(j)) = d.at_half[i][j];
      to_half(n - 1 - i, n - static_cast<int>(j)) = -d.at_half[i][j];
    }
  }
  return to_half;
}

TEST(OneSidedDifference, NormsArePositiveAndSpectrumIsReal) {
  for (int radius = 1; radius <= 8; ++radius) {
    Eigen::VectorXd node_norm, half_norm;
    const Eigen::MatrixXd to_half = closed_line(radius, 64, node_norm, half_norm);
    EXPECT_GT(node_norm.minCoeff(), 0) << radius;
    EXPECT_GT(half_norm.minCoeff(), 0) << radius;
    // With summation by parts the other operator is -H^-1 Dh^T h; the eigenvalues of the product are real,
    // negative and bounded by the interior's (2 sum |c|)^2.
    const Eigen::MatrixXd scaled =
        half_norm.cwiseSqrt().asDiagonal() * to_half * node_norm.cwiseSqrt().cwiseInverse().asDiagonal();
    const double largest = std::sqrt(symmetric_eigenvalues(scaled.transpose() * scaled).maxCoeff());
    EXPECT_LT(largest, 2 * staggered_norm(radius) * 1.01) << radius;
  }
}

TEST(OneSidedDifference, NodeRowsAreTheTransposedHalfRows) {
  for (int radius = 1; radius <= 8; ++radius) {
    const OneSidedDifference& d = one_sided_difference(radius);
    for (int i = 0; i < d.n_rows; ++i)
      for (int j = 0; j < d.n_rows; ++j)
        EXPECT_NEAR(d.half_norm[i] * d.at_half[i][j], -d.node_norm[j] * d.at_node[j][i], 1e-12);
  }
}

}  // namespace
}  // namespace unda::numerics::one_sided_difference_test
