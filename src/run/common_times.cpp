// Finding the common times of two samplings, and resampling to them.
#include "run/common_times.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace unda::run {
namespace {

constexpr std::size_t least_samples = 8;
constexpr double same_time = 1e-4;  // of an interval: what times written with few digits differ by

/// Native samples from `low` to `high`, in s.
void cut(Side& side, double low, double high) {
  const Sampling& s = side.native;
  const double first = std::ceil((low - s.start) / s.interval - same_time);
  const double last = std::floor((high - s.start) / s.interval + same_time);
  side.first = static_cast<std::size_t>(std::max(0.0, first));
  const double count = std::min(last, static_cast<double>(s.n) - 1) - static_cast<double>(side.first) + 1;
  side.count = count > 0 ? static_cast<std::size_t>(count) : 0;
}

/// Where the times of `grid` from i on lie among the samples that `side` keeps.
double position(const Side& side, const Sampling& grid, std::size_t i) {
  const double x =
      (grid.at(static_cast<double>(i)) - side.native.at(static_cast<double>(side.first))) / side.native.interval;
  return std::abs(x - std::round(x)) < same_time ? std::round(x) : x;
}

bool has_all_points(const Side& side, double x) {
  if (x == std::round(x)) return x >= 0 && x < static_cast<double>(side.count);
  return x >= numerics::sinc_half_width - 1 && x < static_cast<double>(side.count) - numerics::sinc_half_width;
}

/// Fills the weights of `fine` for the times of `kept`, whose ends are shortened where `fine` lacks neighbours.
/// Returns whether values between samples are needed.
bool resample(Side& kept, Side& fine) {
  const Sampling grid{kept.native.at(static_cast<double>(kept.first)), kept.native.interval, kept.count};
  std::size_t first = 0, last = kept.count;
  for (std::size_t i = 0; i < kept.count / 2; ++i)
    if (!has_all_points(fine, position(fine, grid, i))) first = i + 1;
  for (std::size_t i = kept.count; i-- > kept.count / 2;)
    if (!has_all_points(fine, position(fine, grid, i))) last = i;
  bool between = false;
  for (std::size_t i = first; i < last; ++i) {
    const double x = position(fine, grid, i);
    between = between || x != std::round(x);
    fine.weights.push_back(numerics::sinc_weights(x));
  }
  kept.skipped = first;
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
  common.trace.native = trace.sampling;
  common.reference.native = reference.sampling;
  const double low = std::max(trace.sampling.start, reference.sampling.start);
  const double high = std::min(trace.sampling.end(), reference.sampling.end());
  cut(common.trace, low, high);
  cut(common.reference, low, high);
  common.times.n = std::min(common.trace.count, common.reference.count);
  check_length(common, trace, reference);

  const double dt = trace.sampling.interval, dt_reference = reference.sampling.interval;
  const double drift = std::abs(dt - dt_reference) * static_cast<double>(common.reference.count);
  const bool same_interval = drift < same_time * dt_reference;
  common.trace_is_resampled = same_interval || dt < dt_reference;
  Side& fine = common.trace_is_resampled ? common.trace : common.reference;
  Side& kept = common.trace_is_resampled ? common.reference : common.trace;
  const bool between = resample(kept, fine);
  common.times = {kept.native.at(static_cast<double>(kept.first + kept.skipped)), kept.native.interval,
                  fine.weights.size()};
  check_length(common, trace, reference);

  const std::string& name = common.trace_is_resampled ? trace.name : reference.name;
  if (!same_interval) common.highest_frequency = 0.5 / kept.native.interval;
  if (between) {
    // The windowed sinc is right (5e-5) up to half the Nyquist frequency.
    const double limit = 0.25 / fine.native.interval;
    common.highest_frequency = common.highest_frequency > 0 ? std::min(common.highest_frequency, limit) : limit;
    common.notes.push_back(fmt::format("{} is interpolated from samples every {:.6g} s to the other's every {:.6g} s",
                                       name, fine.native.interval, kept.native.interval));
  } else if (!same_interval) {
    common.notes.push_back(
        fmt::format("of {} one sample in {} is taken", name, std::lround(kept.native.interval / fine.native.interval)));
  }
  if (common.times.n < std::min(trace.sampling.n, reference.sampling.n) ||
      std::abs(trace.sampling.end() - reference.sampling.end()) > dt + dt_reference)
    common.notes.push_back(fmt::format("times differ: {} from {:.6g} to {:.6g} s, {} from {:.6g} to {:.6g} s",
                                       trace.name, trace.sampling.start, trace.sampling.end(), reference.name,
                                       reference.sampling.start, reference.sampling.end()));
  return common;
}

std::vector<double> CommonTimes::filtered(const Side& side, std::span<const double> samples) const {
  return numerics::zero_phase_filter(samples.subspan(side.first, side.count), side.native.interval, corners);
}

std::vector<double> CommonTimes::brought(const Side& side, std::span<const double> samples) const {
  const std::vector<double> all = filtered(side, samples);
  std::vector<double> result(times.n, 0.0);
  for (std::size_t i = 0; i < times.n; ++i) {
    if (side.weights.empty()) {
      result[i] = all[side.skipped + i];
      continue;
    }
    for (const auto& [index, weight] : side.weights[i]) result[i] += weight * all[static_cast<std::size_t>(index)];
  }
  return result;
}

}  // namespace unda::run
