// Finding the common times of two samplings, and resampling to them.
#include "verify/common_times.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace unda::verify {
namespace {

constexpr std::size_t least_samples = 8;
constexpr double same_time = 1e-4;  // of an interval: what times written with few digits differ by

/// Those times of a sampling that lie in another's span.
struct Part {
  std::size_t first = 0, n = 0;
};

Part common_part(const Sampling& kept, const Sampling& other) {
  const double low = std::max(0.0, std::ceil((other.start - kept.start) / kept.interval - same_time));
  const double high =
      std::min(static_cast<double>(kept.n) - 1, std::floor((other.end() - kept.start) / kept.interval + same_time));
  return {static_cast<std::size_t>(low), high >= low ? static_cast<std::size_t>(high - low) + 1 : 0};
}

/// Where a time lies among samples, in intervals from the first one.
double position(const Sampling& samples, double time) {
  const double x = (time - samples.start) / samples.interval;
  return std::abs(x - std::round(x)) < same_time ? std::round(x) : x;
}

/// Whether the time needs no sample beyond the ends.
bool has_all_points(const Sampling& fine, double time) {
  const double x = position(fine, time);
  return x >= numerics::sinc_half_width - 1 && x < static_cast<double>(fine.n) - numerics::sinc_half_width;
}

/// `part` of the times of `kept`, refined, among the samples of `fine`.
std::vector<double> positions(const Sampling& kept, const Part& part, const Sampling& fine, std::size_t refinement) {
  std::vector<double> all;
  for (std::size_t j = 0; part.n > 0 && j <= (part.n - 1) * refinement; ++j)
    all.push_back(position(
        fine, kept.at(static_cast<double>(part.first) + static_cast<double>(j) / static_cast<double>(refinement))));
  return all;
}

bool any_between(const std::vector<double>& all) {
  return std::any_of(all.begin(), all.end(), [](double x) { return x != std::round(x); });
}

/// Fills the weights of `side`, whose samples are `fine`, for `part` of the times of `kept`; shortens `part` where
/// neighbours are missing. Returns whether values between samples are needed.
bool resample(const Sampling& kept, Part& part, const Sampling& fine, Side& side) {
  std::vector<double> all = positions(kept, part, fine, side.refinement);
  const bool between = any_between(all);
  if (between) {
    const auto reached = [&](std::size_t i) { return has_all_points(fine, kept.at(static_cast<double>(i))); };
    while (part.n > 0 && !reached(part.first)) {
      ++part.first;
      --part.n;
    }
    while (part.n > 0 && !reached(part.first + part.n - 1)) --part.n;
    all = positions(kept, part, fine, side.refinement);
  }
  for (const double x : all) side.weights.push_back(numerics::sinc_weights(x));
  return between;
}

void check_corners(const NamedSampling& s, const numerics::Corners& corners) {
  const double nyquist = 0.5 / s.sampling.interval;
  for (const double corner : {corners.low, corners.high})
    if (corner >= nyquist)
      throw InputError(
          fmt::format("{}: samples every {:.6g} s hold frequencies below {:.4g} Hz; the filter's corner is "
                      "at {:.4g} Hz",
                      s.name, s.sampling.interval, nyquist, corner));
}

std::string told(const Sampling& s) {
  return fmt::format("{} samples every {:.6g} s from {:.6g} to {:.6g} s", s.n, s.interval, s.start, s.end());
}

void check_length(const CommonTimes& common, const NamedSampling& trace, const NamedSampling& reference) {
  if (common.times.n >= least_samples) return;
  throw InputError(fmt::format("{} has {}, {} has {}: {} common times, at least {} are needed", trace.name,
                               told(trace.sampling), reference.name, told(reference.sampling), common.times.n,
                               least_samples));
}

void add_notes(CommonTimes& common, const NamedSampling& trace, const NamedSampling& reference, bool between) {
  const NamedSampling& fine = common.trace_is_resampled ? trace : reference;
  const std::size_t refinement = (common.trace_is_resampled ? common.trace : common.reference).refinement;
  if (between)
    common.notes.push_back(fmt::format("{} is interpolated from samples every {:.6g} s to the other's every {:.6g} s",
                                       fine.name, fine.sampling.interval, common.times.interval));
  else if (refinement > 1)
    common.notes.push_back(fmt::format("of {} one sample in {} is taken", fine.name, refinement));
  const double differ = trace.sampling.interval + reference.sampling.interval;
  if (common.times.n < std::min(trace.sampling.n, reference.sampling.n) ||
      std::abs(trace.sampling.end() - reference.sampling.end()) > differ)
    common.notes.push_back(fmt::format("times differ: {} from {:.6g} to {:.6g} s, {} from {:.6g} to {:.6g} s",
                                       trace.name, trace.sampling.start, trace.sampling.end(), reference.name,
                                       reference.sampling.start, reference.sampling.end()));
}

}  // namespace

Sampling sampling_of(const std::vector<double>& times, const std::string& name) {
  if (times.size() < least_samples)
    throw InputError(
        fmt::format("{}: {} samples; at least {} are needed for a comparison", name, times.size(), least_samples));
  const auto n = static_cast<double>(times.size());
  const Sampling s{times.front(), (times.back() - times.front()) / (n - 1), times.size()};
  for (std::size_t i = 0; i < times.size(); ++i)
    if (!(s.interval > 0) || !(std::abs(times[i] - s.at(static_cast<double>(i))) <= 0.01 * s.interval))
      throw InputError(fmt::format("{}: its times are not evenly spaced (sample {}: {:.9g} s)", name, i + 1, times[i]));
  return s;
}

CommonTimes common_times(const NamedSampling& trace, const NamedSampling& reference, const numerics::Corners& corners) {
  check_corners(trace, corners);
  check_corners(reference, corners);
  CommonTimes common;
  common.corners = corners;
  common.trace.n_native = trace.sampling.n;
  common.reference.n_native = reference.sampling.n;
  const double dt = trace.sampling.interval, dt_reference = reference.sampling.interval;
  const double drift =
      std::abs(dt - dt_reference) * static_cast<double>(std::min(trace.sampling.n, reference.sampling.n));
  const bool same_interval = drift < same_time * dt_reference;
  common.trace_is_resampled = same_interval || dt < dt_reference;
  const NamedSampling& fine = common.trace_is_resampled ? trace : reference;
  const Sampling& kept = common.trace_is_resampled ? reference.sampling : trace.sampling;
  Side& side = common.trace_is_resampled ? common.trace : common.reference;
  Side& other = common.trace_is_resampled ? common.reference : common.trace;

  if (!same_interval)
    side.refinement = static_cast<std::size_t>(std::ceil(kept.interval / fine.sampling.interval - same_time));
  Part part = common_part(kept, fine.sampling);
  const bool between = resample(kept, part, fine.sampling, side);
  other.first = part.first;
  common.times = {kept.at(static_cast<double>(part.first)), kept.interval, part.n};
  check_length(common, trace, reference);

  if (!same_interval) common.highest_frequency = 0.5 / kept.interval;
  // The windowed sinc is right (5e-5) up to half the Nyquist frequency.
  if (between)
    common.highest_frequency = std::min(0.25 / fine.sampling.interval,
                                        same_interval ? std::numeric_limits<double>::infinity() : 0.5 / kept.interval);
  add_notes(common, trace, reference, between);
  return common;
}

std::vector<double> CommonTimes::filtered(const Side& side, std::span<const double> native) const {
  if (side.weights.empty())
    return numerics::zero_phase_filter(native.subspan(side.first, times.n), interval(side), corners);
  std::vector<double> refined(side.weights.size(), 0.0);
  for (std::size_t j = 0; j < refined.size(); ++j)
    for (const auto& [index, weight] : side.weights[j]) refined[j] += weight * native[static_cast<std::size_t>(index)];
  return numerics::zero_phase_filter(refined, interval(side), corners);
}

std::vector<double> CommonTimes::brought(const Side& side, std::span<const double> native) const {
  const std::vector<double> all = filtered(side, native);
  std::vector<double> result(times.n);
  for (std::size_t i = 0; i < times.n; ++i) result[i] = all[i * side.refinement];
  return result;
}

}  // namespace unda::verify
