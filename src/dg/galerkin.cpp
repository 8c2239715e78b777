// The step of the discontinuous Galerkin method.
#include "dg/galerkin.hpp"

#include <algorithm>
#include <utility>

#include "exec/timeline.hpp"

namespace unda::dg {

using exec::Access;

template <class Real>
StepArrays<Real> Galerkin<Real>::arrays(bool second) {
  return {medium_.device(Access::read), q_.device(Access::read_write), traces_.device(Access::read_write),
          (second ? device_beyond_second_ : device_beyond_).device(Access::read)};
}

template <class Real>
typename HostStep<Real>::Arrays Galerkin<Real>::host_arrays() {
  return {reinterpret_cast<const Pack<Real>*>(medium_.data()), reinterpret_cast<Pack<Real>*>(q_.data()), traces_.data(),
          law_ ? &memories_ : nullptr};
}

template <class Real>
void Galerkin<Real>::predict(const BlockRange& blocks, const StepPart& part) {
  if (is_on_host()) return host_step_.predict(placement_, plan_, blocks, part, dt_, host_arrays());
  for (const BlockRun& run : runs_)
    if (run.lies_in(blocks)) predict(run, part.is_second(run.cluster));
}

template <class Real>
void Galerkin<Real>::predict(const BlockRun& run, bool second) {
  const StepArrays<Real> all = arrays(second);
  const auto dt = static_cast<Real>(step_of(run.cluster));
  if (run.has_halves)  // half a step is one of the next smaller cluster
    cluster_traces_.predict_first_half(device_step_, all, relaxing_arrays(run.cluster - 1), run, dt / 2);
  device_step_.predict_run(all, relaxing_arrays(run.cluster), run, dt);
  if (clusters_.n > 1) cluster_traces_.hand_over(all.traces, run, second);
}

/// Inner elements of the largest steps with no smaller ones beside them need nothing of what smaller clusters do meanwhile, and most elements
/// are of these: they go beside, where parts of few elements leave a device idle.
template <class Real>
void Galerkin<Real>::choose_runs_beside() {
  if (clusters_.n == 1) return;
  const auto beside = std::stable_partition(runs_.begin(), runs_.end(), [this](const BlockRun& run) {
    return run.cluster + 1 < clusters_.n || run.has_halves || run.blocks.first < placement_.n_outer_blocks;
  });
  runs_beside_.assign(beside, runs_.end());
  runs_.erase(beside, runs_.end());
  beside_ = exec::Queue(queue_.device());
}

/// With the first part of a step.
template <class Real>
void Galerkin<Real>::predict_beside() {
  if (runs_beside_.empty()) return;
  beside_.wait_for(queue_);
  const exec::Mark mark("beside", "largest cluster", beside_);
  device_step_.put_into(beside_);
  for (const BlockRun& run : runs_beside_) predict(run, false);
  device_step_.put_into(queue_);
}

/// When the others of its cluster are predicted.
template <class Real>
void Galerkin<Real>::correct_beside() {
  if (runs_beside_.empty()) return;
  beside_.wait_for(queue_);
  const exec::Mark mark("beside", "largest cluster, neighbours", beside_);
  device_step_.put_into(beside_);
  for (const BlockRun& run : runs_beside_) device_step_.correct_run(arrays(false), relaxing_arrays(run.cluster), run);
  device_step_.put_into(queue_);
}

template <class Real>
void Galerkin<Real>::correct(const BlockRange& blocks, const StepPart& part) {
  if (is_on_host()) return host_step_.correct(placement_, plan_, blocks, part, host_arrays());
  for (const BlockRun& run : runs_)
    if (run.lies_in(blocks))
      device_step_.correct_run(arrays(part.is_second(run.cluster)), relaxing_arrays(run.cluster), run);
}

/// In parts, each a step of the smallest cluster; without local steps there is one.
template <class Real>
void Galerkin<Real>::advance() {
  const int n_parts = clusters_.steps_of(0);
  for (int n = 0; n < n_parts; ++n) advance(StepPart{n, clusters_.n});
  if (clusters_.n > 1) steps_asked_.push_back(false);
  ++step_;
}

/// The outer elements first; their traces travel while the inner ones are done.
template <class Real>
void Galerkin<Real>::advance(const StepPart& part) {
  const int n_beginning = part.n_beginning(), n_ending = part.n_ending();
  if (part.number == 0) predict_beside();
  {
    const exec::Mark mark("computing", "outer elements", queue_);
    predict(placement_.outer(n_beginning), part);
  }
  for (ClusterHalo& h : halos_)
    if (h.goes_after(part)) h.halo.begin();
  const auto finish = [&] {
    for (ClusterHalo& h : halos_)
      if (h.goes_after(part)) h.halo.finish();
  };
  if (mode_ == parallel::CommunicationMode::blocking) finish();
  {
    const exec::Mark mark("computing", "inner elements", queue_);
    predict(placement_.inner(n_beginning), part);
    if (part.number == 0) correct_beside();
    if (n_ending == clusters_.n && !runs_beside_.empty()) queue_.wait_for(beside_);
    correct(placement_.inner(n_ending), part);
  }
  finish();
  const exec::Mark mark("computing", "outer elements, neighbours", queue_);
  correct(placement_.outer(n_ending), part);
  Real* q = q_.device(Access::read_write);
  const Real* medium = medium_.device(Access::read);
  absorbing_layer_.apply(medium, q, placement_.outer(n_ending));
  absorbing_layer_.apply(medium, q, placement_.inner(n_ending));
  for (int c = 0; c < n_ending; ++c)
    sources_.inject(c, step_ * clusters_.steps_of(c) + (part.number >> c) + 1, step_of(c), q);
  // The last ones of the step are noted where they are asked for.
  for (int c = 0; c < n_ending && part.number + 1 < clusters_.steps_of(0); ++c)
    receivers_[static_cast<std::size_t>(c)].sample(derivation(), q, step_of(c));
}

template <class Real>
void Galerkin<Real>::sample() {
  for (int c = 0; c < clusters_.n; ++c)
    receivers_[static_cast<std::size_t>(c)].sample(derivation(), q_.device(Access::read), step_of(c));
  if (clusters_.n > 1) steps_asked_.back() = true;
}

/// Of steps that were asked for, channel by channel, what the clusters noted. Of others the last sample of each cluster is not there.
template <class Real>
std::vector<double> Galerkin<Real>::gather_samples() {
  const auto n_terms = static_cast<std::size_t>(Receivers<Real>::n_terms(order_));
  std::vector<std::vector<double>> noted;
  for (Receivers<Real>& receivers : receivers_) noted.push_back(receivers.take());
  std::vector<std::size_t> taken(noted.size(), 0);
  std::vector<double> samples;
  for (const bool asked : std::exchange(steps_asked_, {})) {
    for (const ClusterChannel& channel : places_of_channels_) {
      if (!asked) break;
      const std::size_t width = receivers_[channel.cluster].channels().size() * n_terms;
      for (std::size_t n = 0; n < static_cast<std::size_t>(clusters_.steps_of(static_cast<int>(channel.cluster)));
           ++n) {
        const auto at = noted[channel.cluster].begin() +
                        static_cast<std::ptrdiff_t>((taken[channel.cluster] + n) * width + channel.number * n_terms);
        samples.insert(samples.end(), at, at + static_cast<std::ptrdiff_t>(n_terms));
      }
    }
    for (std::size_t c = 0; c < taken.size(); ++c)
      taken[c] += static_cast<std::size_t>(clusters_.steps_of(static_cast<int>(c))) - (asked ? 0 : 1);
  }
  return samples;
}

template <class Real>
std::vector<double> Galerkin<Real>::take_samples() {
  return clusters_.n > 1 ? gather_samples() : receivers_.front().take();
}

template <class Real>
void Galerkin<Real>::set_communication(parallel::CommunicationMode mode) {
  mode_ = mode;
  for (ClusterHalo& h : halos_) h.halo.set_mode(mode);
}

template class Galerkin<float>;
template class Galerkin<double>;

}  // namespace unda::dg
