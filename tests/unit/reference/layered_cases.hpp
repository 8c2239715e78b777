// Layered problems for tests: one source, some receivers, and the misfit of what they record.
#pragma once

#include <cmath>
#include <memory>

#include "reference/layered/seismograms.hpp"
#include "reference/misfit.hpp"
#include "reference/pulse.hpp"

namespace unda::reference::testing {

using scenario::Quantity;

using numerics::gaussian;
using numerics::ricker;

inline Pulse pulse_of(const std::shared_ptr<const numerics::TimeFunction>& f) {
  return {[f](double t) { return f->value(t); }, [f](double t) { return f->derivative(t); }, 0, f->end()};
}

inline LayeredEarth uniform_earth(const Medium& medium, Surface surface) { return {surface, {{0, medium, 0, 0}}, 1}; }

/// Fills in the times, with samples fine enough for any of these sources.
inline LayeredProblem problem_of(int dim, const LayeredEarth& earth, const LayeredSource& source,
                                 const std::vector<Vector>& receivers, const std::vector<Quantity>& quantities,
                                 double duration, double interval) {
  LayeredProblem p{dim, earth, {source}, {}, 0, interval};
  for (const Vector& position : receivers) p.receivers.push_back({position, quantities});
  p.n_samples = static_cast<std::size_t>(std::floor(duration / interval + 1e-9)) + 1;
  return p;
}

/// The traces of a function of time with values of n components.
template <class Field>
std::vector<double> sampled(const LayeredProblem& p, std::size_t n_components, const Field& field) {
  std::vector<double> all(n_components * p.n_samples);
  for (std::size_t j = 0; j < p.n_samples; ++j) {
    const auto values = field(static_cast<double>(j) * p.sample_interval);
    for (std::size_t c = 0; c < n_components; ++c) all[c * p.n_samples + j] = values[c];
  }
  return all;
}

}  // namespace unda::reference::testing
