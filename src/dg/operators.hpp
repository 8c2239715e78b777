// The matrices of an order as lists of their non-zeros, in the precision of a run.
#pragma once

#include <array>
#include <vector>

#include "dg/entry.hpp"
#include "numerics/tetrahedral_matrices.hpp"

namespace unda::dg {

template <class Real>
struct Operators {
  int order = 0, n_basis = 0, n_face = 0;
  std::array<std::vector<Entry<Real>>, 3> stiffness;  ///< by rising column
  std::array<std::vector<Entry<Real>>, 4> face;
};

template <class Real>
Operators<Real> make_operators(int order);

}  // namespace unda::dg
