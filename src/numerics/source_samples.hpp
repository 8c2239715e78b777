// Samples of many sources at the steps of a leapfrog scheme, each kept only where it is not negligible: a point of a fault slips
// for a small part of the run.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "numerics/time_dispersion.hpp"
#include "numerics/time_function.hpp"

namespace unda::numerics {

struct SampleTimes {
  double dt = 0;
  double offset = 0;  ///< sample k belongs to (k + offset) dt
  std::int64_t n_steps = 0;
  bool corrected = false;  ///< for time dispersion, with this band
  Passband band = {};
};

/// Calls take(i, first, samples) for each function i, on any thread: samples of the steps first, first + 1, ..., freed at both ends
/// of what sums up to less than 100 times band.tolerance of all, 1e-6 in single precision; none where the function gives nothing. As corrected_source, at the cost of one
/// kernel a step and not one a step and source.
void sample_sources(
    const std::vector<const TimeFunction*>& functions, const SampleTimes& times,
    const std::function<void(std::size_t i, std::int64_t first, std::span<const double> samples)>& take);

}  // namespace unda::numerics
