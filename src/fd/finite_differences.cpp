// The step of a finite-difference propagator.
#include "fd/finite_differences.hpp"

#include <utility>

namespace unda::fd {

template <class Real>
void FiniteDifferences<Real>::advance() {
  stepper_->advance(step_++, mode_);
}

template <class Real>
void FiniteDifferences<Real>::set_communication(parallel::CommunicationMode mode) {
  mode_ = mode;
  for (parallel::Halo<Real>& halo : halos_) halo.set_mode(mode);
}

template <class Real>
parallel::HaloTraffic FiniteDifferences<Real>::traffic() const {
  parallel::HaloTraffic sum;
  for (const parallel::Halo<Real>& halo : halos_) sum += halo.traffic();
  return sum;
}

template <class Real>
void FiniteDifferences<Real>::sample() {
  stepper_->sample();
}

/// Sums and differences over time are taken from the noted values one sample after another.
template <class Real>
void FiniteDifferences<Real>::settle_samples() {
  std::vector<double> values = stepper_->take_sums();
  for (std::size_t at = 0; at < values.size(); ++at) {
    Record& record = records_[at % records_.size()];
    const double value = values[at];
    switch (record.derived) {
      case Derived::value:
        break;
      case Derived::time_integral:
        values[at] = record.current += dt_ * value;
        break;
      case Derived::double_integral:  // previous: the velocity half a step before the value
        values[at] = record.current += dt_ * record.previous;
        record.previous += dt_ * value;
        break;
      case Derived::time_difference:
        record.previous = record.current;
        record.current = value;
        values[at] = (record.current - record.previous) / dt_;
        break;
    }
  }
  settled_.insert(settled_.end(), values.begin(), values.end());
}

template <class Real>
std::vector<double> FiniteDifferences<Real>::take_samples() {
  settle_samples();
  return std::exchange(settled_, {});
}

template class FiniteDifferences<float>;
template class FiniteDifferences<double>;

}  // namespace unda::fd
