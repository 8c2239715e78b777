// The times at which two sets of traces can be compared, and bringing a trace of either to them: resample, filter.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "numerics/windowed_sinc.hpp"
#include "numerics/zero_phase_filter.hpp"

namespace unda::verify {

/// Evenly spaced times: start + i interval, i < n, in s.
struct Sampling {
  double start = 0, interval = 0;
  std::size_t n = 0;
  double at(double i) const { return start + i * interval; }
  double end() const { return at(static_cast<double>(n) - 1); }
};

/// Throws InputError, with `name` in front, where the times are not evenly spaced.
Sampling sampling_of(const std::vector<double>& times, const std::string& name);

/// One of the two sides on its way to the common times: interpolated to `refinement` times as many samples as there are
/// common times, filtered there, and thinned out. So both sides begin and end at the same instant when they are
/// filtered, and what the common times do not hold can be filtered away before.
struct Side {
  std::size_t n_native = 0;
  std::size_t first = 0;       ///< native sample of the first common time, where it is not resampled
  std::size_t refinement = 1;  ///< samples before thinning out for one common time
  std::vector<std::vector<numerics::PointWeight>> weights;  ///< of native samples, by sample; empty: not resampled
};

struct CommonTimes {
  Sampling times;
  Side trace, reference;
  numerics::Corners corners;
  /// In the side that is resampled, nothing may stand above this frequency (Hz); 0: no side is.
  double highest_frequency = 0;
  bool trace_is_resampled = false;
  std::vector<std::string> notes;  ///< what was done, for the user

  /// Filtered over the common span, before thinning out; samples every interval(side).
  std::vector<double> filtered(const Side& side, std::span<const double> native) const;
  double interval(const Side& side) const { return times.interval / static_cast<double>(side.refinement); }
  /// At the common times.
  std::vector<double> brought(const Side& side, std::span<const double> native) const;
};

struct NamedSampling {
  Sampling sampling;
  std::string name;
};

/// The span common to both, at the times of the coarser one; the finer is interpolated by a windowed sinc. With equal
/// intervals but other times the trace is interpolated to the reference's. Throws InputError where the spans do not
/// overlap by 8 samples or a corner lies beyond the Nyquist frequency.
CommonTimes common_times(const NamedSampling& trace, const NamedSampling& reference, const numerics::Corners& corners);

}  // namespace unda::verify
