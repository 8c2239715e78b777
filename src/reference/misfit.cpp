// Relative L2 misfit and time shift of two traces.
// The correlation is formed by Fourier transforms, padded so that it does not wrap around.
#include "reference/misfit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "numerics/fourier.hpp"

namespace unda::reference {

using numerics::Spectrum;

namespace {

/// First and second derivative, at `lag` samples, of sum_k X_k exp(2 pi i k lag/n) (k from -n/2 to n/2).
struct Slope {
  double first = 0, second = 0;
};

Slope slope_at(const Spectrum& cross, double lag) {
  Slope slope;
  const std::size_t n = cross.size();
  for (std::size_t k = 1; k < n / 2; ++k) {
    const double omega = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
    const std::complex<double> term = cross[k] * std::polar(1.0, omega * lag);
    slope.first -= omega * term.imag();
    slope.second -= omega * omega * term.real();
  }
  return slope;
}

}  // namespace

double l2_misfit(std::span<const double> trace, std::span<const double> reference) {
  require(trace.size() == reference.size(), "traces of {} and {} samples cannot be compared", trace.size(),
          reference.size());
  double error = 0, power = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    error += (trace[i] - reference[i]) * (trace[i] - reference[i]);
    power += reference[i] * reference[i];
  }
  if (power == 0) return error == 0 ? 0 : std::numeric_limits<double>::infinity();
  return std::sqrt(error / power);
}

double time_shift(std::span<const double> trace, std::span<const double> reference, double dt) {
  require(trace.size() == reference.size(), "traces of {} and {} samples cannot be compared", trace.size(),
          reference.size());
  if (trace.empty()) return 0;
  const std::size_t n = numerics::padded_length(2 * trace.size());
  Spectrum cross = numerics::transform(trace, n);
  const Spectrum second = numerics::transform(reference, n);
  for (std::size_t k = 0; k < n; ++k) cross[k] *= std::conj(second[k]);

  const Spectrum correlation = numerics::inverse_transform(cross);
  const auto smaller = [](const auto& x, const auto& y) { return x.real() < y.real(); };
  const auto peak = std::max_element(correlation.begin(), correlation.end(), smaller);
  if (!(peak->real() > 0)) return 0;
  const auto whole = peak - correlation.begin();
  const double start = static_cast<double>(whole) - (whole > std::ssize(correlation) / 2 ? static_cast<double>(n) : 0);

  double lag = start;
  for (int iteration = 0; iteration < 20; ++iteration) {
    const Slope slope = slope_at(cross, lag);
    if (slope.second >= 0) break;
    const double step = slope.first / slope.second;
    lag = std::clamp(lag - step, start - 1, start + 1);
    if (std::abs(step) < 1e-10) break;
  }
  return lag * dt;
}

}  // namespace unda::reference
