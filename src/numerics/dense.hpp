// Decompositions of dense matrices, compiled in one place: their templates are most of what Eigen costs to compile, so that all
// others include its matrices alone.
#pragma once

#include <Eigen/Core>

namespace unda::numerics {

/// By rising eigenvalue; vectors are columns.
struct Eigensystem {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};

Eigensystem symmetric_eigensystem(const Eigen::MatrixXd& a);
/// The same of three axes, for those who ask many times.
struct Eigensystem3 {
  Eigen::Vector3d values;
  Eigen::Matrix3d vectors;
};
Eigensystem3 symmetric_eigensystem(const Eigen::Matrix3d& a);
Eigensystem tridiagonal_eigensystem(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& beside);

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a);
Eigen::VectorXd tridiagonal_eigenvalues(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& beside);

/// A Hermitian matrix as a real one of twice the size, [Re -Im; Im Re]: every eigenvalue comes twice, and that of the vector x + i y
/// belongs to (x, y).
Eigen::MatrixXd as_symmetric(const Eigen::MatrixXcd& hermitian);

/// The least x with the least |a x - b|. Pivots below `threshold` of the largest count as zero; 0: below rounding.
Eigen::VectorXd least_squares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, double threshold = 0);

}  // namespace unda::numerics
