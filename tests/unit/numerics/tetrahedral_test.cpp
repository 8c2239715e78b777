// The basis on tetrahedra: orthonormal, its gradients right everywhere, its matrices exact and as sparse as they can be.
#include <cmath>

#include <gtest/gtest.h>

#include "numerics/tetrahedral_basis.hpp"
#include "numerics/tetrahedral_matrices.hpp"

namespace unda::numerics::tetrahedral_test {
namespace {

TEST(TetrahedralBasis, IsOrthonormal) {
  const int order = 8, n = n_tetrahedral(order);
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(n, n);
  const TetrahedralRule rule = tetrahedral_rule(order);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const std::vector<double> phi = tetrahedral_basis(order, rule.points[q]).values;
    const Eigen::Map<const Eigen::VectorXd> v(phi.data(), n);
    mass += rule.weights[q] * v * v.transpose();
  }
  EXPECT_LT((mass - Eigen::MatrixXd::Identity(n, n)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(TriangularBasis, IsOrthonormal) {
  const int order = 8, n = n_triangular(order);
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(n, n);
  const TriangularRule rule = triangular_rule(order);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const std::vector<double> phi = triangular_basis(order, rule.points[q][0], rule.points[q][1]);
    const Eigen::Map<const Eigen::VectorXd> v(phi.data(), n);
    mass += rule.weights[q] * v * v.transpose();
  }
  EXPECT_LT((mass - Eigen::MatrixXd::Identity(n, n)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(TetrahedralBasis, GradientsAreThoseOfTheValues) {
  const double h = 1e-5;
  for (const Vector& x : {Vector{0.2, 0.3, 0.1}, Vector{0, 0, 1}, Vector{0.5, 0.5, 0}}) {
    const BasisValues at = tetrahedral_basis(6, x);
    for (int axis = 0; axis < 3; ++axis) {
      Vector before = x, after = x;
      before[axis] -= h;
      after[axis] += h;
      const auto low = tetrahedral_basis(6, before).values, high = tetrahedral_basis(6, after).values;
      for (std::size_t k = 0; k < at.values.size(); ++k)
        EXPECT_NEAR(at.gradients[k][axis], (high[k] - low[k]) / (2 * h), 1e-5) << k << " " << axis;
    }
  }
}

int n_non_zeros(const Eigen::MatrixXd& m) { return static_cast<int>((m.array() != 0).count()); }

TEST(TetrahedralMatrices, AreSparse) {
  const TetrahedralMatrices m = tetrahedral_matrices(5);
  EXPECT_EQ(n_non_zeros(m.stiffness[0]), 108);
  EXPECT_EQ(n_non_zeros(m.stiffness[1]), 252);
  EXPECT_EQ(n_non_zeros(m.stiffness[2]), 287);
  EXPECT_EQ(n_non_zeros(m.face[0]), 35);
  EXPECT_EQ(n_non_zeros(m.face[1]), 105);
  EXPECT_EQ(n_non_zeros(m.face[2]), 309);
  EXPECT_EQ(n_non_zeros(m.face[3]), 309);  // with its corners in another order it would be 363
}

TEST(TetrahedralMatrices, DerivativesLoseADegreeAndAreExact) {
  const int order = 5;
  const TetrahedralMatrices m = tetrahedral_matrices(order);
  const Vector x{0.15, 0.35, 0.2};
  const BasisValues phi = tetrahedral_basis(order, x);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_EQ(n_non_zeros(m.stiffness[axis].rightCols(m.n_basis - n_tetrahedral(order - 1))), 0);
    for (int k = 0; k < m.n_basis; ++k) {
      double derivative = 0;
      for (int l = 0; l < m.n_basis; ++l) derivative += m.stiffness[axis](k, l) * phi.values[l];
      EXPECT_NEAR(derivative, phi.gradients[k][axis], 1e-10);
    }
  }
}

TEST(TetrahedralMatrices, FaceCoefficientsGiveTheValuesOnTheFace) {
  const int order = 4;
  const TetrahedralMatrices m = tetrahedral_matrices(order);
  const double s = 0.3, t = 0.25;
  const std::array<Vector, 4> at{{{s, t, 0}, {s, 0, t}, {0, s, t}, {1 - s - t, s, t}}};
  const std::vector<double> chi = triangular_basis(order, s, t);
  for (int f = 0; f < 4; ++f) {
    const BasisValues phi = tetrahedral_basis(order, at[f]);
    for (int k = 0; k < m.n_basis; ++k) {
      double value = 0;
      for (int n = 0; n < m.n_face; ++n) value += m.face[f](k, n) * chi[n];
      EXPECT_NEAR(value, phi.values[k], 1e-11);
    }
  }
}

}  // namespace
}  // namespace unda::numerics::tetrahedral_test
