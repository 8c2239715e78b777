// Envelope and phase misfits: Morlet transforms by Fourier transforms, and their sums.
// W(t, f) = sqrt(a) int X(omega) conj(Psi(a omega)) exp(i omega t) domega, a = omega0/(2 pi f).
#include "reference/envelope_phase.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "numerics/fourier.hpp"

namespace unda::reference {

using numerics::inverse_transform;
using numerics::padded_length;
using numerics::Spectrum;
using numerics::transform;

namespace {

using std::numbers::pi;
constexpr double omega0 = 6;

/// The wavelet's reach in units of its scale: exp(-5^2/2) = 4e-6.
constexpr double reach = 5;

/// Morlet transform at one frequency, for every time; `spectrum` is the trace's, padded by the reach. The
/// wavelet pi^(-1/4) exp(i omega0 t - t^2/2) has no energy at negative frequencies to 2e-8, which are left
/// out.
Spectrum morlet(const Spectrum& spectrum, double dt, double frequency) {
  const std::size_t n = spectrum.size();
  const double scale = omega0 / (2 * pi * frequency);
  const double amplitude = std::sqrt(2 * scale * std::sqrt(pi));
  Spectrum product(n, 0.0);
  for (std::size_t k = 1; k < n / 2; ++k) {
    const double omega = 2 * pi * static_cast<double>(k) / (static_cast<double>(n) * dt);
    const double x = scale * omega - omega0;
    if (std::abs(x) < 9) product[k] = amplitude * std::exp(-0.5 * x * x) * spectrum[k];
  }
  return inverse_transform(product);
}

struct MisfitSums {
  double envelope = 0, phase = 0, reference = 0;
};

void add(MisfitSums& sums, const Spectrum& w, const Spectrum& wr, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const double size = std::abs(wr[i]), difference = std::abs(w[i]) - size;
    const double angle = std::arg(w[i] * std::conj(wr[i])) / pi;
    sums.envelope += difference * difference;
    sums.phase += size * size * angle * angle;
    sums.reference += size * size;
  }
}

bool is_zero(std::span<const double> trace) {
  return std::all_of(trace.begin(), trace.end(), [](double x) { return x == 0; });
}

}  // namespace

Band signal_band(std::span<const double> trace, double dt, double level) {
  const std::size_t n = padded_length(4 * trace.size());
  const Spectrum spectrum = transform(trace, n);
  const double df = 1 / (static_cast<double>(n) * dt);
  const double lowest = 2 / (static_cast<double>(trace.size()) * dt);
  double largest = 0;
  for (std::size_t k = 0; k < n / 2; ++k) largest = std::max(largest, std::abs(spectrum[k]));
  Band band{0, 0};
  for (std::size_t k = 1; k < n / 2; ++k) {
    const double frequency = static_cast<double>(k) * df;
    if (frequency < lowest || std::abs(spectrum[k]) < level * largest) continue;
    if (band.low == 0) band.low = frequency;
    band.high = frequency;
  }
  if (band.low == 0) band = {lowest, std::max(lowest, 0.5 / dt)};
  return band;
}

EnvelopePhaseMisfit envelope_phase_misfit(std::span<const double> trace, std::span<const double> reference, double dt,
                                          const Band& band, int n_frequencies) {
  require(trace.size() == reference.size(), "traces of {} and {} samples cannot be compared", trace.size(),
          reference.size());
  if (is_zero(reference)) {
    const double misfit = is_zero(trace) ? 0 : std::numeric_limits<double>::infinity();
    return {misfit, misfit};
  }
  require(band.low > 0 && band.high >= band.low && n_frequencies > 0,
          "a time-frequency misfit needs a band of positive frequencies: {} frequencies from {} to {} Hz",
          n_frequencies, band.low, band.high);

  const auto padding = static_cast<std::size_t>(std::ceil(reach * omega0 / (2 * pi * band.low * dt)));
  const std::size_t n = padded_length(trace.size() + padding);
  const Spectrum spectrum = transform(trace, n), spectrum_r = transform(reference, n);
  MisfitSums sums;
  for (int i = 0; i < n_frequencies; ++i) {
    const double part = n_frequencies > 1 ? static_cast<double>(i) / (n_frequencies - 1) : 0;
    const double frequency = band.low * std::pow(band.high / band.low, part);
    add(sums, morlet(spectrum, dt, frequency), morlet(spectrum_r, dt, frequency), trace.size());
  }
  return {std::sqrt(sums.envelope / sums.reference), std::sqrt(sums.phase / sums.reference)};
}

EnvelopePhaseMisfit envelope_phase_misfit(std::span<const double> trace, std::span<const double> reference, double dt) {
  const Band band = is_zero(reference) ? Band{} : signal_band(reference, dt);
  return envelope_phase_misfit(trace, reference, dt, band);
}

}  // namespace unda::reference
