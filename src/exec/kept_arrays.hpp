// Arrays of a device as they stood at some step, brought to the host while later steps are computed: a copy on the device first,
// which takes no longer than a fraction of a step, and from there to the host in a queue of its own.
#pragma once

#include <vector>

#include "exec/twin.hpp"

namespace unda::exec {

template <class Real>
class KeptArrays {
 public:
  /// False on the host, whose steps would change what is looked at, and where a device has no room for a second copy: then nothing
  /// is kept. Always the same arrays.
  bool keep(const std::vector<Twin<Real>*>& arrays, const Queue& computing);
  /// Whether they have come to the host.
  bool have_come() const { return kept_ && queue_.is_idle(); }
  bool are_kept() const { return kept_; }
  void let_go() { kept_ = false; }
  /// Waits for it.
  Real* array(std::size_t n) const;

 private:
  Queue queue_;
  std::vector<std::shared_ptr<void>> there_, here_;  ///< by array
  bool kept_ = false;
};

extern template class KeptArrays<float>;
extern template class KeptArrays<double>;

}  // namespace unda::exec
