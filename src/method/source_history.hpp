// What a source gives at each step of a run, kept only where it changes: nothing before, a constant after.
#pragma once

#include <cstdint>
#include <vector>

#include "method/propagator.hpp"
#include "numerics/source_samples.hpp"

namespace unda::method {

/// From so many sources on, methods keep them in forms that take less memory.
constexpr std::size_t many_sources = 32;
/// Few sources have one table for the whole run; many, where they are kept only while they act, one for so many steps at a time.
constexpr std::int64_t steps_of_many_sources = 32;

template <class Real>
struct SourceHistory {
  std::int64_t first = 0;  ///< step of the first value
  std::vector<Real> values;
  Real after = 0;  ///< of all steps after the last value

  std::int64_t end() const { return first + static_cast<std::int64_t>(values.size()); }
  Real at(std::int64_t step) const {
    if (step < first) return 0;
    return step < end() ? values[static_cast<std::size_t>(step - first)] : after;
  }
};

/// The samples of s(t), at (k + offset) dt.
template <class Real>
std::vector<SourceHistory<Real>> source_histories(const std::vector<const PointSource*>& sources,
                                                  const numerics::SampleTimes& times) {
  std::vector<const numerics::TimeFunction*> functions;
  for (const PointSource* source : sources) functions.push_back(source->time_function.get());
  std::vector<SourceHistory<Real>> histories(sources.size());
  numerics::sample_sources(functions, times, [&](std::size_t i, std::int64_t first, std::span<const double> samples) {
    histories[i].first = first;
    histories[i].values.assign(samples.begin(), samples.end());
  });
  return histories;
}

}  // namespace unda::method
