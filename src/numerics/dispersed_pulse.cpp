// A wave that is too fast or too slow by the part e(f) comes after n wavelengths with the phase error 2 pi n e(f); the misfit is the
// mean of |1 - exp(i phase)|^2 over the power of the spectrum, and the root of that.
#include "numerics/dispersed_pulse.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numerics/fourier.hpp"

namespace unda::numerics {
namespace {

constexpr int least_samples_per_period = 4;  // of the highest frequency
constexpr std::size_t most_samples = 1 << 16;

}  // namespace

DispersedPulse::DispersedPulse(const TimeFunction& s) {
  const double highest = s.highest_frequency(), dt = 1 / (least_samples_per_period * highest);
  std::vector<double> samples(std::min(static_cast<std::size_t>(std::max(s.end() / dt, 16.0)), most_samples));
  for (std::size_t j = 0; j < samples.size(); ++j) samples[j] = s.derivative(static_cast<double>(j) * dt);
  const std::size_t n = padded_length(2 * samples.size());
  const Spectrum spectrum = transform(samples, n);
  step_ = 1 / (static_cast<double>(n) * dt * highest);
  for (std::size_t k = 1; k < n / 2; ++k) power_.push_back(std::norm(spectrum[k]));
}

double DispersedPulse::misfit(double wavelengths, double speed_error, double order) const {
  double wrong = 0, all = 0;
  for (std::size_t k = 0; k < power_.size(); ++k) {
    const double f = static_cast<double>(k + 1) * step_;
    const double error = std::min(1.0, speed_error * std::pow(f, order));
    const double half_phase = std::numbers::pi * wavelengths * f * error;
    wrong += power_[k] * 4 * std::pow(std::sin(half_phase), 2);
    all += power_[k];
  }
  return all > 0 ? std::sqrt(wrong / all) : 0;
}

}  // namespace unda::numerics
