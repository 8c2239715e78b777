// From time functions to complex frequencies and from there back to traces.
// Frequencies are s = eta + 2 pi i n/T, n = 0, 1, ...: what happens after T comes back at the beginning, but smaller by
// exp(-eta T) (Phinney 1965).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "numerics/time_function.hpp"
#include "reference/layered/earth.hpp"

namespace unda::reference {

/// How T and eta are chosen.
struct Wrap {
  double spare = 1.25;    ///< T over the time of the last sample
  double remains = 1e-5;  ///< exp(-eta T)
};
/// The usual law of attenuation is not analytic at complex frequencies, and the error of that grows as exp(eta t): there
/// eta is smaller and T longer.
inline constexpr Wrap elastic_wrap{1.25, 1e-5}, attenuated_wrap{3, 1e-4};

struct FrequencyPlan {
  std::size_t n_samples = 0;  ///< of the traces
  double interval = 0;        ///< between samples, s
  std::size_t n_period = 0;   ///< samples in T
  std::size_t n_frequencies = 0;
  double eta = 0;     ///< 1/s
  double passed = 0;  ///< Hz: above, spectra are faded out

  double period() const { return static_cast<double>(n_period) * interval; }  ///< T
  double last_time() const { return static_cast<double>(n_samples - 1) * interval; }
  Complex s(std::size_t n) const;
  /// Ends the spectra smoothly.
  double low_pass(std::size_t n) const;
  double highest() const { return static_cast<double>(n_frequencies - 1) / period(); }  ///< Hz
};

/// Up to the frequency above which the sources have less than 1e-5 of their largest spectrum, or, of those whose spectra
/// end slowly, a small part of the energy of their derivatives.
FrequencyPlan plan_frequencies(std::span<const numerics::TimeFunction* const> sources, std::size_t n_samples,
                               double interval, const Wrap& wrap);

/// int_0^end s(t) exp(-s t) dt for all frequencies of the plan, times low_pass().
std::vector<Complex> spectrum_of(const numerics::TimeFunction& source, const FrequencyPlan& plan);

/// The trace whose spectrum is given at the frequencies of the plan.
std::vector<double> trace_of(std::span<const Complex> spectrum, const FrequencyPlan& plan);

}  // namespace unda::reference
