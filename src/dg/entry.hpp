// An entry of a sparse matrix.
#pragma once

namespace unda::dg {

template <class Real>
struct Entry {
  int row, column;
  Real value;
};

}  // namespace unda::dg
