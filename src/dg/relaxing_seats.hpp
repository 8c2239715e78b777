// Memory variables of the elements with receivers that attenuate: in the Taylor series that receivers read, stresses relax as in the
// recursion of a step. On the host.
#pragma once

#include <vector>

#include "dg/fields.hpp"
#include "dg/memories.hpp"
#include "dg/operators.hpp"

namespace unda::dg {

template <class Real>
class RelaxingSeats {
 public:
  RelaxingSeats() = default;
  /// `places` of the elements with receivers.
  RelaxingSeats(const std::vector<std::size_t>& places, const Placement& placement, const FieldLayout& layout);

  bool exist() const { return !seats_.empty(); }
  /// The memory variables of now.
  void gather(const Memories<Real>& memories);
  /// After the elastic part: `to`, d/dt of `from`, loses what the mechanisms hold, and their memory variables become their
  /// derivatives. Both and `medium` of all elements with receivers, in blocks.
  void derive(const Memories<Real>& memories, const Operators<Real>& operators, const Real* medium, const Real* from,
              Real* to);

 private:
  struct Seat {
    std::size_t number = 0;           ///< among elements with receivers
    std::size_t block = 0, lane = 0;  ///< among those with memory variables
    std::vector<Real> memory{};       ///< [mechanism][stress][coefficient]
  };
  FieldLayout layout_;
  std::vector<Seat> seats_;
};

extern template class RelaxingSeats<float>;
extern template class RelaxingSeats<double>;

}  // namespace unda::dg
