// Memory variables of the elements with receivers that attenuate: in the Taylor series that receivers read, stresses relax as in the
// recursion of a step.
#pragma once

#include <vector>

#include "dg/device/relaxing_items.hpp"
#include "dg/memories.hpp"
#include "dg/relaxing_seat_items.hpp"
#include "exec/twin.hpp"

namespace unda::dg {

template <class Real>
class RelaxingSeats {
 public:
  RelaxingSeats() = default;
  /// `places` of the elements with receivers.
  RelaxingSeats(const std::vector<std::size_t>& places, const Placement& placement, const FieldLayout& layout,
                const exec::Queue& queue);

  bool exist() const { return !numbers_.empty(); }
  /// The memory variables of now.
  void gather(Memories<Real>& memories);
  /// After the elastic part: `to`, d/dt of `from`, loses what the mechanisms hold, and their memory variables become their
  /// derivatives. Both and `medium` of all elements with receivers, in blocks.
  void derive(Memories<Real>& memories, const SparseOperators<Real>& operators, const Real* medium, const Real* from,
              Real* to);

 private:
  template <class View>
  void find_strain_rates(const SparseOperators<Real>& operators, const Real* medium, const Real* from, Real* rates);
  MemoryArrays<Real> own(const MemoryArrays<Real>& all);

  exec::Queue queue_;
  FieldLayout layout_;
  std::size_t n_elements_ = 0;  ///< with receivers
  exec::Twin<std::size_t> numbers_,
      places_;  ///< of those that attenuate: among them, among those with memory variables
  exec::Twin<Real> memory_, rates_;
};

extern template class RelaxingSeats<float>;
extern template class RelaxingSeats<double>;

}  // namespace unda::dg
