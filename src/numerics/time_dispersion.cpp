// Kernels of the time-dispersion correction, by FFT over the angle theta = omega dt of the scheme.
#include "numerics/time_dispersion.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include <unsupported/Eigen/FFT>

namespace unda::numerics {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

/// Standard deviations of a Gaussian's edge within which all but `tolerance` of it lies.
double edge_width(double tolerance) { return std::sqrt(-2 * std::log(tolerance)); }

/// One up to band.pass, zero from band.stop on, an error function between them.
double taper(double theta, const Passband& band) {
  const double middle = 0.5 * (band.pass + band.stop);
  const double sigma = 0.5 * (band.stop - band.pass) / edge_width(band.tolerance);
  return 0.5 * std::erfc((theta - middle) / (sigma * std::numbers::sqrt2));
}

/// (1/pi) int_0^pi cos(2 tau sin(theta/2) - (k + offset) theta) J(theta) taper(theta) dtheta for the k where
/// it is not negligible, with J = cos(theta/2) (the density dOmega/domega) or 1.
StepWeights kernel(double tau, double offset, bool with_density, const Passband& band) {
  const long reach = steps_after(band);
  const long last = static_cast<long>(std::ceil(tau - offset)) + reach;
  const long first = static_cast<long>(std::floor(tau * std::cos(band.stop / 2) - offset)) - reach;
  const long count = last - first + 1;
  long size = 64;
  while (size < count) size *= 2;

  std::vector<Complex> spectrum(static_cast<std::size_t>(size)), values;
  for (long m = 0; m <= size / 2; ++m) {
    const double theta = 2 * pi * static_cast<double>(m) / static_cast<double>(size);
    if (theta > band.stop) break;
    const double density = with_density ? std::cos(theta / 2) : 1;
    const double phase = 2 * tau * std::sin(theta / 2) - (offset + static_cast<double>(first)) * theta;
    const double weight = (m == 0 ? 1.0 : 2.0) / static_cast<double>(size) * density * taper(theta, band);
    spectrum[static_cast<std::size_t>(m)] = std::polar(weight, phase);
  }
  thread_local Eigen::FFT<double> fft;
  fft.fwd(values, spectrum);

  StepWeights result{first, std::vector<double>(static_cast<std::size_t>(count))};
  for (long k = 0; k < count; ++k)
    result.weights[static_cast<std::size_t>(k)] = values[static_cast<std::size_t>(k)].real();
  return result;
}

}  // namespace

Passband passband_for(double highest_frequency, double dt, bool double_precision) {
  Passband band;
  band.tolerance = double_precision ? 1e-13 : 1e-8;
  band.pass = std::clamp(2 * pi * 1.6 * highest_frequency * dt, 1.0, 2.0);
  band.stop = band.pass + 0.8;
  return band;
}

long steps_after(const Passband& band) {
  const double width = edge_width(band.tolerance);
  const double sigma = 0.5 * (band.stop - band.pass) / width;
  return static_cast<long>(std::ceil(width / sigma)) + 1;
}

StepWeights corrected_weights(double t, double dt, double offset, const Passband& band) {
  return kernel(t / dt, offset, true, band);
}

StepWeights corrected_source_kernel(long j, double offset, const Passband& band) {
  return kernel(static_cast<double>(j), offset, false, band);
}

std::vector<double> corrected_source(const std::function<double(double)>& s, double s_end, double dt, double offset,
                                     std::size_t n_steps, const Passband& band) {
  std::vector<double> samples(n_steps, 0.0);
  const long n_samples = std::min(static_cast<long>(std::ceil(s_end / dt)), static_cast<long>(n_steps)) + 1;
  for (long j = 0; j < n_samples; ++j) {
    const double value = s(static_cast<double>(j) * dt);
    if (value == 0) continue;
    const StepWeights w = corrected_source_kernel(j, offset, band);
    for (std::size_t i = 0; i < w.weights.size(); ++i) {
      const long k = w.first + static_cast<long>(i);
      if (k >= 0 && k < static_cast<long>(n_steps)) samples[static_cast<std::size_t>(k)] += value * w.weights[i];
    }
  }
  return samples;
}

StepWeights lagrange_weights(double t, double dt, double offset) {
  constexpr int n_points = 8;
  const double position = t / dt - offset;
  const long first = std::max(0L, static_cast<long>(std::floor(position)) - n_points / 2 + 1);
  StepWeights result{first, std::vector<double>(n_points, 1.0)};
  for (int i = 0; i < n_points; ++i)
    for (int j = 0; j < n_points; ++j)
      if (j != i) result.weights[static_cast<std::size_t>(i)] *= (position - static_cast<double>(first + j)) / (i - j);
  return result;
}

}  // namespace unda::numerics
