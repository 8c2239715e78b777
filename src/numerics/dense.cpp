// Eigen's solvers.
#include "numerics/dense.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace unda::numerics {
namespace {

using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

}  // namespace

Eigensystem symmetric_eigensystem(const Eigen::MatrixXd& a) {
  const Solver solver(a);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigensystem3 symmetric_eigensystem(const Eigen::Matrix3d& a) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(a);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigensystem tridiagonal_eigensystem(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& beside) {
  Solver solver;
  solver.computeFromTridiagonal(diagonal, beside);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a) {
  return Solver(a, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::MatrixXd as_symmetric(const Eigen::MatrixXcd& hermitian) {
  const Eigen::Index n = hermitian.rows();
  Eigen::MatrixXd a(2 * n, 2 * n);
  a.topLeftCorner(n, n) = a.bottomRightCorner(n, n) = hermitian.real();
  a.bottomLeftCorner(n, n) = hermitian.imag();
  a.topRightCorner(n, n) = -hermitian.imag();
  return a;
}

Eigen::VectorXd tridiagonal_eigenvalues(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& beside) {
  Solver solver;
  solver.computeFromTridiagonal(diagonal, beside, Eigen::EigenvaluesOnly);
  return solver.eigenvalues();
}

Eigen::VectorXd least_squares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  if (threshold > 0) decomposition.setThreshold(threshold);
  decomposition.compute(a);
  return decomposition.solve(b);
}

}  // namespace unda::numerics
