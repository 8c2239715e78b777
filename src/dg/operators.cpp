// Lists of non-zeros.
#include "dg/operators.hpp"

namespace unda::dg {
namespace {

template <class Real>
std::vector<Entry<Real>> non_zeros(const Eigen::MatrixXd& matrix) {
  std::vector<Entry<Real>> entries;
  for (int column = 0; column < matrix.cols(); ++column)
    for (int row = 0; row < matrix.rows(); ++row)
      if (matrix(row, column) != 0) entries.push_back({row, column, static_cast<Real>(matrix(row, column))});
  return entries;
}

}  // namespace

template <class Real>
Operators<Real> make_operators(int order) {
  const numerics::TetrahedralMatrices m = numerics::tetrahedral_matrices(order);
  Operators<Real> operators{order, m.n_basis, m.n_face, {}, {}};
  for (int axis = 0; axis < 3; ++axis) operators.stiffness[axis] = non_zeros<Real>(m.stiffness[axis]);
  for (int f = 0; f < 4; ++f) operators.face[f] = non_zeros<Real>(m.face[f]);
  return operators;
}

template Operators<float> make_operators(int order);
template Operators<double> make_operators(int order);

}  // namespace unda::dg
