// The matrices of discontinuous Galerkin elements of an order, on the unit tetrahedron, by exact quadrature: derivatives and
// projections to the faces. Nothing else is needed: the mass matrix is the unit matrix.
#pragma once

#include <array>

#include <Eigen/Core>

namespace unda::numerics {

struct TetrahedralMatrices {
  int order = 0;
  int n_basis = 0, n_face = 0;
  /// stiffness[a](k, l): integral of dphi_k/dx_a phi_l. Its transpose gives the coefficients of a derivative.
  std::array<Eigen::MatrixXd, 3> stiffness;
  /// face[f](k, m): integral over the unit triangle of phi_k, on the face, with the triangle's polynomial m. Its transpose
  /// gives the coefficients of a polynomial on the face.
  std::array<Eigen::MatrixXd, 4> face;
};

/// What is zero but for rounding is zero.
TetrahedralMatrices tetrahedral_matrices(int order);

}  // namespace unda::numerics
