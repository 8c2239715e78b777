// From steps to samples.
#include "run/trace_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "exec/for_each.hpp"
#include "numerics/time_dispersion.hpp"
#include "run/turn_to_places.hpp"

namespace unda::run {

TraceRecorder::TraceRecorder(const Experiment& experiment)
    : experiment_(experiment), n_samples_(experiment.scenario->time.n_samples()) {}

void TraceRecorder::start(method::Simulation& simulation) {
  simulation_ = &simulation;
  n_terms_ = static_cast<std::size_t>(std::max(1, simulation.time_accuracy().taylor_terms));
  const auto& channels = simulation.channels();
  first_of_ = {0};
  for (const method::Channel& channel : channels) {
    const Clock clock{channel.time_offset, channel.interval};
    auto found = std::find(clocks_.begin(), clocks_.end(), clock);
    if (found == clocks_.end()) found = clocks_.insert(clocks_.end(), clock);
    clock_of_.push_back(static_cast<std::size_t>(found - clocks_.begin()));
    first_of_.push_back(first_of_.back() + n_terms_ * static_cast<std::size_t>(channel.samples_of_step));
  }
  values_.assign(channels.size(), std::vector<double>(static_cast<std::size_t>(n_samples_), 0.0));
  history_.emplace_back(first_of_.back(), 0.0);  // at rest at step 0
  if (experiment_.scenario->initial && n_terms_ == 1) take_starting_field();
}

void TraceRecorder::take_starting_field() {
  simulation_->sample();
  history_.front() = simulation_->take_samples();
  zero_.assign(values_.size(), 0.0);
  std::vector<bool> is_displacement;  // by receiver
  for (const scenario::ReceiverSpec& group : experiment_.scenario->receivers)
    for (const scenario::Quantity quantity : group.quantities)
      is_displacement.insert(is_displacement.end(), group.positions.size(),
                             quantity == scenario::Quantity::displacement);
  for (std::size_t c = 0; c < zero_.size(); ++c)
    if (is_displacement[simulation_->channels()[c].receiver])
      zero_[c] = std::exchange(history_.front()[c * n_terms_], 0.0);
}

void TraceRecorder::transfer(method::State& state) {
  if (!state.restoring()) take_samples();
  auto n_history = static_cast<std::int64_t>(history_.size());
  state.value(n_history);
  if (state.restoring()) history_.resize(static_cast<std::size_t>(n_history), std::vector<double>(first_of_.back()));
  for (std::vector<double>& step : history_) state.values(step.data(), step.size());
  state.list(zero_);
  state.value(first_step_);
  state.value(samples_done_);
  for (std::vector<double>& trace : values_) state.values(trace.data(), static_cast<std::size_t>(samples_done_));
}

std::vector<std::vector<double>> TraceRecorder::values_of_all_ranks(std::size_t n_samples) const {
  const parallel::Communicator& ranks = experiment_.communicator;
  if (ranks.size() == 1) return values_;
  const auto& channels = simulation_->channels();
  const auto n_all = static_cast<std::size_t>(ranks.sum(static_cast<std::int64_t>(channels.size())));
  std::vector<std::vector<double>> all(ranks.is_root() ? n_all : 0);
  // In blocks, so that messages stay small: number of the channel, then its samples.
  const std::size_t block = std::max<std::size_t>(1, (std::size_t{1} << 22) / (n_samples + 1));
  const std::size_t own_rounds = (channels.size() + block - 1) / block;
  const auto n_rounds = static_cast<std::size_t>(ranks.max(static_cast<double>(own_rounds)));
  for (std::size_t round = 0; round < n_rounds; ++round) {
    std::vector<double> out;
    for (std::size_t c = round * block; c < std::min(channels.size(), (round + 1) * block); ++c) {
      out.push_back(static_cast<double>(channels[c].number));
      out.insert(out.end(), values_[c].begin(), values_[c].begin() + static_cast<std::ptrdiff_t>(n_samples));
    }
    const std::vector<double> in = ranks.gather(out);
    for (std::size_t at = 0; at + n_samples < in.size(); at += n_samples + 1)
      all[static_cast<std::size_t>(in[at])].assign(in.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                                   in.begin() + static_cast<std::ptrdiff_t>(at + 1 + n_samples));
  }
  return all;
}

std::optional<Stop> TraceRecorder::after_step(const TimeStep& now) {
  if (experiment_.scenario->receivers.empty()) return {};
  simulation_->sample();
  constexpr std::int64_t block = 32;
  if (now.step % block == 0) {
    take_samples();
    write_ready_samples(now.step);
  }
  return {};
}

void TraceRecorder::take_samples() {
  const std::vector<double> samples = simulation_->take_samples();
  const std::size_t n = first_of_.back();
  for (std::size_t first = 0; first + n <= samples.size() && n > 0; first += n) {
    const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<double>& step = history_.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(n));
    for (std::size_t c = 0; c < zero_.size(); ++c) step[c * n_terms_] -= zero_[c];
  }
}

void TraceRecorder::finish(const TimeStep& now) {
  take_samples();
  write_ready_samples(now.step);
  if (now.step == now.n_steps) return;
  // Stopped: what the correction can no longer reach is interpolated as it stands.
  corrected_ = false;
  write_ready_samples(now.step);
}

void TraceRecorder::write_ready_samples(std::int64_t steps_done) {
  const bool polynomial = n_terms_ > 1;
  while (samples_done_ < n_samples_ &&
         (polynomial ? write_sample_of_polynomial(samples_done_, steps_done) : write_sample(samples_done_, steps_done)))
    ++samples_done_;
}

bool TraceRecorder::write_sample(std::int64_t sample, std::int64_t steps_done) {
  const double t = static_cast<double>(sample) * experiment_.scenario->time.sample_interval;
  method::TimeAccuracy accuracy = simulation_->time_accuracy();
  accuracy.corrected = accuracy.corrected && corrected_;
  std::vector<numerics::StepWeights> weights;
  std::int64_t oldest = steps_done;
  for (const auto& [offset, dt] : clocks_) {
    // A cheap look before the weights are computed.
    const auto last = static_cast<std::int64_t>(t / dt - offset) +
                      (accuracy.corrected ? numerics::steps_after(accuracy.band) + 1 : 5);
    if (last > steps_done) return false;
    weights.push_back(accuracy.corrected ? numerics::corrected_weights(t, dt, offset, accuracy.band)
                                         : numerics::lagrange_weights(t, dt, offset));
    const auto& w = weights.back();
    if (w.first + static_cast<std::int64_t>(w.weights.size()) - 1 > steps_done) return false;
    oldest = std::min<std::int64_t>(oldest, w.first);
  }
  exec::for_each(values_.size(), [&](std::size_t c) {
    const numerics::StepWeights& w = weights[clock_of_[c]];
    double sum = 0;
    for (std::size_t n = 0; n < w.weights.size(); ++n) {
      const std::int64_t k = w.first + static_cast<std::int64_t>(n) - first_step_;
      if (k >= 0) sum += w.weights[n] * history_[static_cast<std::size_t>(k)][c];
    }
    values_[c][static_cast<std::size_t>(sample)] = sum;
  });
  drop_steps_before(oldest);
  return true;
}

/// From the polynomial of the step that t lies in, or ends with it.
bool TraceRecorder::write_sample_of_polynomial(std::int64_t sample, std::int64_t steps_done) {
  const double position = static_cast<double>(sample) * experiment_.scenario->time.sample_interval / experiment_.dt;
  const auto step = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(position)));
  if (step > steps_done) return false;
  drop_steps_before(step);
  const double x = position - static_cast<double>(step - 1);
  for (std::size_t c = 0; c < values_.size(); ++c) {
    // Of the parts of the step the one that the time lies in, or that ends with it.
    const auto n_parts = static_cast<double>((first_of_[c + 1] - first_of_[c]) / n_terms_), parts = x * n_parts;
    const double part = std::clamp(std::ceil(parts) - 1, 0.0, n_parts - 1);
    const double* terms = history_.front().data() + first_of_[c] + n_terms_ * static_cast<std::size_t>(part);
    double sum = 0;
    for (std::size_t n = n_terms_; n-- > 0;) sum = sum * (parts - part) + terms[n];
    values_[c][static_cast<std::size_t>(sample)] = sum;
  }
  return true;
}

void TraceRecorder::drop_steps_before(std::int64_t step) {
  while (first_step_ < step && history_.size() > 1) {
    history_.pop_front();
    ++first_step_;
  }
}

/// Ranks whose channels stand at different moments of the step may be a sample apart.
std::int64_t TraceRecorder::n_common_samples() const {
  return static_cast<std::int64_t>(experiment_.communicator.min(static_cast<double>(samples_done_)));
}

std::int64_t TraceRecorder::n_sound_samples() const {
  const bool single = experiment_.scenario->solver.precision == scenario::Precision::single_precision;
  const double largest = single ? double{std::numeric_limits<float>::max()} : std::numeric_limits<double>::max();
  std::int64_t n = samples_done_;
  for (const std::vector<double>& trace : values_) {
    const auto unsound =
        std::find_if_not(trace.begin(), trace.begin() + n, [largest](double x) { return std::abs(x) <= largest; });
    n = unsound - trace.begin();
  }
  return static_cast<std::int64_t>(experiment_.communicator.min(static_cast<double>(n)));
}

std::int64_t TraceRecorder::n_unsound_samples() const { return n_common_samples() - n_sound_samples(); }

output::Traces TraceRecorder::traces() const {
  const scenario::Scenario& s = *experiment_.scenario;
  output::Traces traces;
  traces.title = s.title;
  traces.method = scenario::name_of(s.solver.method);
  traces.dim = s.domain.dim;
  const std::int64_t n_common = n_sound_samples();
  traces.complete = n_common == n_samples_;
  for (std::int64_t j = 0; j < n_common; ++j) traces.time.push_back(static_cast<double>(j) * s.time.sample_interval);
  const std::vector<std::vector<double>> all = values_of_all_ranks(static_cast<std::size_t>(n_common));
  if (!experiment_.communicator.is_root()) return traces;
  std::size_t channel = 0;
  for (const scenario::ReceiverSpec& spec : s.receivers) {
    output::TraceGroup group{spec.name, spec.positions, spec.labels, {}, {}, {}, {}, spec.moved_down};
    if (s.has_shaped_surface()) group.depths = spec.depths;
    group.places = spec.places;
    for (const scenario::Quantity quantity : spec.quantities) {
      output::TraceArray array{scenario::n_components(quantity, s.domain.dim), {}};
      for (std::size_t n = 0; n < spec.positions.size() * static_cast<std::size_t>(array.n_components); ++n) {
        const std::vector<double>& trace = all[channel++];
        array.values.insert(array.values.end(), trace.begin(), trace.begin() + n_common);
      }
      turn_to_places(s, spec.positions, quantity, array);
      group.quantities[quantity] = std::move(array);
    }
    traces.groups.push_back(std::move(group));
  }
  return traces;
}

}  // namespace unda::run
