// Zero-phase Butterworth filtering by Fourier transforms.
// The extensions last six periods of the lowest corner: by then the filter's response has fallen to exp(-14).
#include "numerics/zero_phase_filter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numerics/fourier.hpp"

namespace unda::numerics {
namespace {

constexpr double extension_periods = 6;

/// The trace between `extension` samples on either side.
std::vector<double> extended(std::span<const double> trace, std::size_t extension) {
  const std::size_t n = trace.size();
  std::vector<double> all(n + 2 * extension);
  std::copy(trace.begin(), trace.end(), all.begin() + static_cast<std::ptrdiff_t>(extension));
  for (std::size_t k = 1; k <= extension; ++k) {
    const double fade =
        std::pow(std::cos(0.5 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(extension)), 2);
    all[extension - k] = fade * (2 * trace[0] - trace[k]);
    all[extension + n - 1 + k] = fade * (2 * trace[n - 1] - trace[n - 1 - k]);
  }
  return all;
}

}  // namespace

double zero_phase_gain(const Corners& corners, double frequency) {
  double gain = 1;
  if (corners.high > 0) gain /= 1 + std::pow(frequency / corners.high, 2 * butterworth_order);
  if (corners.low > 0) gain *= frequency > 0 ? 1 / (1 + std::pow(corners.low / frequency, 2 * butterworth_order)) : 0;
  return gain;
}

std::vector<double> zero_phase_filter(std::span<const double> trace, double dt, const Corners& corners) {
  if (!corners.any() || trace.size() < 2) return {trace.begin(), trace.end()};
  const double lowest = corners.low > 0 ? corners.low : corners.high;
  const double wished = std::ceil(extension_periods / (lowest * dt));
  const auto extension = static_cast<std::size_t>(std::min(wished, static_cast<double>(trace.size() - 1)));
  const std::vector<double> all = extended(trace, extension);
  // Zeros as long as an extension keep the two ends apart.
  const std::size_t n = padded_length(all.size() + extension);
  Spectrum spectrum = transform(all, n);
  for (std::size_t k = 0; k < n; ++k) {
    const auto harmonic = static_cast<double>(std::min(k, n - k));
    spectrum[k] *= zero_phase_gain(corners, harmonic / (static_cast<double>(n) * dt));
  }
  const Spectrum result = inverse_transform(spectrum);
  std::vector<double> filtered(trace.size());
  for (std::size_t i = 0; i < filtered.size(); ++i) filtered[i] = result[extension + i].real();
  return filtered;
}

}  // namespace unda::numerics
