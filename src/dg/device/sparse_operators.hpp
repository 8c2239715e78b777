// The matrices of an order by rows, kept on a device.
#pragma once

#include "dg/device/sparse_matrix.hpp"
#include "dg/operators.hpp"
#include "exec/twin.hpp"

namespace unda::dg {

template <class Real>
class StoredOperators {
 public:
  StoredOperators() = default;
  StoredOperators(const Operators<Real>& operators, const exec::Queue& queue);
  const SparseOperators<Real>& view() const { return view_; }

 private:
  exec::Twin<int> numbers_;
  exec::Twin<Real> values_;
  SparseOperators<Real> view_;
};

extern template class StoredOperators<float>;
extern template class StoredOperators<double>;

}  // namespace unda::dg
