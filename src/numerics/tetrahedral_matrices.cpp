// Integrals of products of basis functions.
#include "numerics/tetrahedral_matrices.hpp"

#include <cmath>

#include "numerics/tetrahedral_basis.hpp"

namespace unda::numerics {
namespace {

constexpr double rounding = 1e-11;

void remove_rounding(Eigen::MatrixXd& matrix) {
  matrix = matrix.unaryExpr([](double v) { return std::abs(v) < rounding ? 0.0 : v; });
}

Vector corner(int n) { return {n == 1 ? 1.0 : 0.0, n == 2 ? 1.0 : 0.0, n == 3 ? 1.0 : 0.0}; }

}  // namespace

TetrahedralMatrices tetrahedral_matrices(int order) {
  TetrahedralMatrices m{order, n_tetrahedral(order), n_triangular(order), {}, {}};
  for (Eigen::MatrixXd& k : m.stiffness) k = Eigen::MatrixXd::Zero(m.n_basis, m.n_basis);
  for (Eigen::MatrixXd& r : m.face) r = Eigen::MatrixXd::Zero(m.n_basis, m.n_face);

  const TetrahedralRule volume = tetrahedral_rule(order);  // degree 2 order - 1, and 2 order - 3 is asked for
  for (std::size_t q = 0; q < volume.points.size(); ++q) {
    const BasisValues phi = tetrahedral_basis(order, volume.points[q]);
    for (int axis = 0; axis < 3; ++axis)
      for (int k = 0; k < m.n_basis; ++k)
        for (int l = 0; l < m.n_basis; ++l)
          m.stiffness[axis](k, l) += volume.weights[q] * phi.gradients[k][axis] * phi.values[l];
  }
  const TriangularRule face = triangular_rule(order);
  for (int f = 0; f < 4; ++f) {
    const Vector a = corner(tetrahedron_faces[f][0]), b = corner(tetrahedron_faces[f][1]),
                 c = corner(tetrahedron_faces[f][2]);
    for (std::size_t q = 0; q < face.points.size(); ++q) {
      const auto& [s, t] = face.points[q];
      const BasisValues phi = tetrahedral_basis(order, a + s * (b - a) + t * (c - a));
      const std::vector<double> chi = triangular_basis(order, s, t);
      for (int k = 0; k < m.n_basis; ++k)
        for (int n = 0; n < m.n_face; ++n) m.face[f](k, n) += face.weights[q] * phi.values[k] * chi[n];
    }
  }
  for (Eigen::MatrixXd& k : m.stiffness) remove_rounding(k);
  for (Eigen::MatrixXd& r : m.face) remove_rounding(r);
  return m;
}

}  // namespace unda::numerics
