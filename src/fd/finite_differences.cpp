// The step of a finite-difference propagator.
#include "fd/finite_differences.hpp"

#include <utility>

#include "exec/for_each.hpp"

namespace unda::fd {

template <class Real>
void FiniteDifferences<Real>::visit_row(std::size_t stage, int j, int k, int n_planes) {
  for (std::size_t u = 0; u < kernels_[stage].size(); ++u) {
    const UpdateKernels<Real>& kernels = kernels_[stage][u];
    (n_planes == 2 ? kernels.update_row_of_two_planes : kernels.update_row)(view_, layers_, first_derivative_[stage][u],
                                                                            j, k);
    for (int p = 0; p < n_planes; ++p)
      centre_.contains(j, k + p) ? finish_centre_row(stage, u, j, k + p) : finish_row(stage, u, j, k + p);
  }
}

template <class Real>
void FiniteDifferences<Real>::renew_slopes(std::size_t stage) {
  for (std::size_t u = 0; u < kernels_[stage].size(); ++u) {
    const auto& absorb_slope_row = kernels_[stage][u].absorb_slope_row;
    if (absorb_slope_row[0] == nullptr || layers_.empty()) continue;
    sweep(shape_, shape_.all(), [&](int j, int k, int n_planes) {
      for (int p = 0; p < n_planes; ++p)
        for (Layer<Real>& layer : layers_)
          if (layer.crosses(j, k + p))
            absorb_slope_row[layer.axis](view_, layer, first_derivative_[stage][u], j, k + p);
    });
  }
}

template <class Real>
void FiniteDifferences<Real>::finish_centre_row(std::size_t stage, std::size_t update, int j, int k) {
  const UpdateKernels<Real>& kernels = kernels_[stage][update];
  for (const OneSidedFace<Real>& face : faces_)
    if (face.axis == 0) kernels.one_sided_row[0](view_, face, j, k);
  for (const OneSidedFace<Real>& slip : slips_) kernels.one_sided_row[slip.axis](view_, slip, j, k);
  if (!contact_rows_.empty())
    contact_rows_[stage].add_to_row(all_fields_, view_.dt, static_cast<std::size_t>(k) * view_.n[1] + j);
  if (kernels.hold_face_row != nullptr) {
    for (const OneSidedFace<Real>& face : faces_)
      if (face.axis == 0) kernels.hold_face_row(view_, face, j, k);
    for (const OneSidedFace<Real>& slip : slips_) kernels.hold_face_row(view_, slip, j, k);
  }
  for (const int field : with_row_ends_[stage][update])
    fill_row_ends(view_.row(field, j, k), view_.n[0], images_[field].ghosts[0], images_[field].half[0],
                  images_[field].mirror[0]);
}

template <class Real>
void FiniteDifferences<Real>::finish_row(std::size_t stage, std::size_t update, int j, int k) {
  const UpdateKernels<Real>& kernels = kernels_[stage][update];
  for (const OneSidedFace<Real>& face : faces_) kernels.one_sided_row[face.axis](view_, face, j, k);
  for (const OneSidedFace<Real>& slip : slips_) kernels.one_sided_row[slip.axis](view_, slip, j, k);
  if (!contact_rows_.empty())
    contact_rows_[stage].add_to_row(all_fields_, view_.dt, static_cast<std::size_t>(k) * view_.n[1] + j);
  if (kernels.hold_face_row != nullptr) {
    for (const OneSidedFace<Real>& face : faces_) kernels.hold_face_row(view_, face, j, k);
    for (const OneSidedFace<Real>& slip : slips_) kernels.hold_face_row(view_, slip, j, k);
  }
  for (const int field : scheme_.stages[stage].updates[update].targets)
    fill_images(view_, grid_.dim, images_[field], j, k);
}

template <class Real>
void FiniteDifferences<Real>::inject_sources(std::size_t stage) {
  for (const GridSource<Real>& source : grid_sources_[stage]) {
    inject(view_, source, step_);
    for (const auto& [j, k] : source.rows) fill_images(view_, grid_.dim, images_[source.field], j, k);
  }
}

template <class Real>
void FiniteDifferences<Real>::sweep_stage(std::size_t stage, const RowRange& range) {
  sweep(shape_, range, [this, stage](int j, int k, int n) { visit_row(stage, j, k, n); });
}

template <class Real>
void FiniteDifferences<Real>::sweep_both(const RowRange& first, const RowRange& second) {
  fused_sweep(
      shape_, first, second, [this](int j, int k, int n) { visit_row(0, j, k, n); },
      [this](int j, int k, int n) { visit_row(1, j, k, n); });
}

template <class Real>
void FiniteDifferences<Real>::advance() {
  if (stepper_ != nullptr) return stepper_->advance(step_++, mode_);
  // The sources of the first stage go in before it, so that both stages can be done in one pass.
  inject_sources(0);
  renew_slopes(0);
  fused_ ? advance_fused() : advance_in_stages();
  for (std::size_t stage = 1; stage < scheme_.stages.size(); ++stage) inject_sources(stage);
  ++step_;
}

/// One stage after the other: the frame first, the centre while its values travel.
template <class Real>
void FiniteDifferences<Real>::advance_in_stages() {
  const bool overlap = mode_ == parallel::CommunicationMode::overlap;
  for (std::size_t stage = 0; stage < scheme_.stages.size(); ++stage) {
    for (const RowRange& range : frame_.outer) sweep_stage(stage, range);
    if (overlap) halos_[stage].begin();
    sweep_stage(stage, frame_.centre);
    if (!overlap) halos_[stage].begin();
    halos_[stage].finish();
  }
}

/// Both stages in one pass over the centre. The first stage is done ahead within two radii of a cut: its values travel, and
/// the second stage within one radius has all it needs once theirs have come. Its own values travel during the other half.
template <class Real>
void FiniteDifferences<Real>::advance_fused() {
  const bool overlap = mode_ == parallel::CommunicationMode::overlap;
  RowRange first = wide_frame_.centre, second = frame_.centre;
  for (const RowRange& range : wide_frame_.outer) sweep_stage(0, range);
  if (frame_.outer.empty()) return sweep_both(first, second);

  halos_[0].begin();
  if (!overlap) halos_[0].finish();
  RowRange first_half = first, second_half = second;
  if (middle_ > 0) {
    first_half.k1 = first.k0 = middle_;
    second_half.k1 = second.k0 = middle_ - radius_;
  }
  sweep_both(first_half, second_half);
  halos_[0].finish();
  for (const RowRange& range : frame_.outer) sweep_stage(1, range);
  if (overlap) halos_[1].begin();
  if (middle_ > 0) sweep_both(first, second);
  if (!overlap) halos_[1].begin();
  halos_[1].finish();
}

template <class Real>
void FiniteDifferences<Real>::exchange_all() {
  if (stepper_ != nullptr) return stepper_->exchange_all();
  for (parallel::Halo<Real>& halo : halos_) {
    halo.begin();
    halo.finish();
  }
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
  if (stepper_ != nullptr) return stepper_->sample();
  const std::size_t n = records_.size();
  samples_.resize(samples_.size() + n);
  channels_.read(view_, {samples_.data() + samples_.size() - n, n});
}

/// Sums and differences over time are taken from the noted values one sample after another.
template <class Real>
void FiniteDifferences<Real>::settle_samples() {
  std::vector<double> values = stepper_ != nullptr ? stepper_->take_sums() : std::exchange(samples_, {});
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
