// Differences on a line that is severed: what the cuts take from the plain stencil, adjoint derivatives, and two points across a cut.
#include "numerics/severed_difference.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "numerics/dense.hpp"
#include "numerics/difference_table.hpp"

namespace unda::numerics::severed_difference_test {
namespace {

constexpr int n_points = 60;

/// The derivative of velocities at points 0 ... n - 1 at the places between them, and that of stresses at those places, by cuts.
struct Operators {
  Eigen::MatrixXd of_velocity = Eigen::MatrixXd::Zero(n_points - 1, n_points);
  Eigen::MatrixXd of_stress = Eigen::MatrixXd::Zero(n_points, n_points - 1);
};

/// Rows within the radius of the ends are left out. Place p lies between points p and p + 1.
Operators make_operators(int radius, const std::vector<char>& severed) {
  Operators d;
  const std::vector<double> c = staggered_coefficients(radius);
  for (int p = radius; p < n_points - 1 - radius; ++p) {
    for (int m = 1; m <= radius; ++m) {
      d.of_velocity(p, p + m) += c[m - 1];
      d.of_velocity(p, p + 1 - m) -= c[m - 1];
    }
    const std::vector<double> change =
        severed_velocity_change(radius, std::span(severed).subspan(p + 1 - radius, 2 * radius - 1));
    for (std::size_t n = 0; n < change.size(); ++n) d.of_velocity(p, p + 1 - radius + static_cast<int>(n)) += change[n];
  }
  for (int q = radius; q < n_points - 1 - radius; ++q) {
    for (int m = 1; m <= radius; ++m) {
      d.of_stress(q, q + m - 1) += c[m - 1];
      d.of_stress(q, q - m) -= c[m - 1];
    }
    const std::vector<double> change =
        severed_stress_change(radius, std::span(severed).subspan(q + 1 - radius, 2 * radius - 2));
    for (std::size_t n = 0; n < change.size(); ++n) d.of_stress(q, q - radius + static_cast<int>(n)) += change[n];
  }
  return d;
}

std::vector<char> cut_at(const std::vector<int>& places) {
  std::vector<char> severed(n_points, 0);
  for (const int p : places) severed[static_cast<std::size_t>(p)] = 1;
  return severed;
}

TEST(SeveredDifference, ChangesNothingWithoutCuts) {
  EXPECT_TRUE(severed_velocity_change(4, std::vector<char>(7, 0)).empty());
  EXPECT_TRUE(severed_stress_change(4, std::vector<char>(6, 0)).empty());
}

/// b_l are those of the plain stencil: when all groups are severed two points remain.
TEST(SeveredDifference, LeavesTwoPointsWhereAllIsSevered) {
  for (int radius = 1; radius <= 8; ++radius) {
    const Operators d = make_operators(radius, std::vector<char>(n_points, 1));
    for (int n = 0; n < n_points; ++n) {
      EXPECT_NEAR(d.of_velocity(30, n), n == 31 ? 1 : n == 30 ? -1 : 0, 1e-13) << radius << " " << n;
      if (n < n_points - 1) {
        EXPECT_NEAR(d.of_stress(30, n), n == 30 ? 1 : n == 29 ? -1 : 0, 1e-13) << radius << " " << n;
      }
    }
  }
}

TEST(SeveredDifference, HasAdjointDerivatives) {
  for (const int radius : {2, 4, 8})
    for (const auto& cuts : {std::vector<int>{30}, std::vector<int>{28, 31}, std::vector<int>{25, 26, 33}}) {
      const Operators d = make_operators(radius, cut_at(cuts));
      const int first = 2 * radius, count = n_points - 4 * radius - 2;
      const double difference =
          (d.of_velocity.block(first, first, count, count) + d.of_stress.block(first, first, count, count).transpose())
              .cwiseAbs()
              .maxCoeff();
      EXPECT_LT(difference, 1e-13) << radius;
    }
}

/// A field that is smooth on both sides of a jump: no derivative but the one across it sees the jump.
TEST(SeveredDifference, KeepsToOneSide) {
  const Operators d = make_operators(4, cut_at({30}));
  Eigen::VectorXd jump = Eigen::VectorXd::Zero(n_points);
  jump.tail(n_points - 31).setOnes();
  const Eigen::VectorXd derivative = d.of_velocity * jump;
  for (int p = 4; p < n_points - 5; ++p) EXPECT_NEAR(derivative(p), p == 30 ? 1 : 0, 1e-13) << p;
}

/// The largest stable step is not smaller than with the plain stencil.
TEST(SeveredDifference, HasNoLargerNorm) {
  std::mt19937 random(5);
  const double plain = 2 * staggered_norm(4);
  for (int n = 0; n < 50; ++n) {
    std::vector<char> severed(n_points);
    for (char& cut : severed) cut = random() % 3 == 0 ? 1 : 0;
    const Eigen::MatrixXd d = make_operators(4, severed).of_velocity;
    EXPECT_LT(std::sqrt(symmetric_eigenvalues(d.transpose() * d).maxCoeff()), plain * (1 + 1e-12));
  }
}

}  // namespace
}  // namespace unda::numerics::severed_difference_test
