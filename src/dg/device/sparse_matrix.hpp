// The matrices of an order by rows: what plain loops of devices go through.
#pragma once

namespace unda::dg {

/// Row r has the entries from first[r] to first[r + 1], by rising column.
template <class Real>
struct SparseMatrix {
  const int *first = nullptr, *column = nullptr;
  const Real* value = nullptr;
};

template <class Real>
struct SparseOperators {
  SparseMatrix<Real> derivative[3];  ///< of the unit tetrahedron: coefficients of a derivative from those of a field
  SparseMatrix<Real> stiffness[3];   ///< their transposes
  SparseMatrix<Real> projection[4];  ///< to the faces
  SparseMatrix<Real> lift[4];        ///< their transposes
};

}  // namespace unda::dg
