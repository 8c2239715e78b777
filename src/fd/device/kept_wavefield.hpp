// The wavefield of a device as it stood at some step, brought to the host while later steps are computed: a copy on the device
// first, which takes no longer than a fraction of a step, and from there to the host in a queue of its own.
#pragma once

#include "fd/arrays.hpp"

namespace unda::fd {

template <class Real>
class KeptWavefield {
 public:
  /// False where the device has no room for a second wavefield: then nothing is kept.
  bool keep(std::vector<Array<Real>>& fields, const exec::Queue& computing);
  /// Whether it has come to the host.
  bool has_come() const { return kept_ && queue_.is_idle(); }
  bool is_kept() const { return kept_; }
  void let_go() { kept_ = false; }
  /// Waits for it: the fields of a view of the host, in place of those of the running step.
  void show_to(View<Real>& view, const std::vector<Array<Real>>& fields) const;

 private:
  exec::Queue queue_;
  std::vector<std::shared_ptr<void>> there_, here_;  ///< by field
  bool kept_ = false;
};

extern template class KeptWavefield<float>;
extern template class KeptWavefield<double>;

}  // namespace unda::fd
