// A wave that is too fast or too slow by the part e(f) comes after n wavelengths with the phase error 2 pi n e(f). The
// method tells e at the source's highest frequency F; below it e falls as a power of f/F. Far from a source traces look like
// s'(t), so the misfit is the mean of |1 - exp(i phase)|^2 over the power of its spectrum, and the root of that. What faces
// and interfaces add, as the method tells it, counts as independent: squares add up.
#include "run/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numerics/fourier.hpp"

namespace unda::run {
namespace {

constexpr double usual_wavelengths = 20;
constexpr int samples_per_period = 4;  // of the highest frequency
constexpr std::size_t most_samples = 1 << 16;

double farthest_receiver(const scenario::Scenario& s, const Vector& source) {
  double distance = 0;
  for (const scenario::ReceiverSpec& group : s.receivers)
    for (const Vector& position : group.positions) distance = std::max(distance, norm(position - source));
  return distance;
}

/// Of a wave whose speed is off by `speed_error` at the highest frequency.
double misfit_after(double wavelengths, double speed_error, double order, const numerics::TimeFunction& s) {
  const double highest = s.highest_frequency(), dt = 1 / (samples_per_period * highest);
  std::vector<double> samples(std::min(static_cast<std::size_t>(std::max(s.end() / dt, 16.0)), most_samples));
  for (std::size_t j = 0; j < samples.size(); ++j) samples[j] = s.derivative(static_cast<double>(j) * dt);
  const std::size_t n = numerics::padded_length(2 * samples.size());
  const numerics::Spectrum spectrum = numerics::transform(samples, n);
  double wrong = 0, all = 0;
  for (std::size_t k = 1; k < n / 2; ++k) {
    const double f = static_cast<double>(k) / (static_cast<double>(n) * dt * highest);  // in units of the highest
    const double error = std::min(1.0, speed_error * std::pow(f, order));
    const double half_phase = std::numbers::pi * wavelengths * f * error;
    wrong += std::norm(spectrum[k]) * 4 * std::pow(std::sin(half_phase), 2);
    all += std::norm(spectrum[k]);
  }
  return all > 0 ? std::sqrt(wrong / all) : 0;
}

}  // namespace

ExpectedMisfit expected_misfit(const Experiment& e) {
  const method::Sizes sizes = e.propagator->sizes();
  ExpectedMisfit worst;
  for (std::size_t n = 0; n < e.sources.size(); ++n) {
    const method::PointSource& source = e.sources[n];
    const double highest = source.time_function->highest_frequency();
    if (!(highest > 0) || !(sizes.points_per_wavelength > 0)) continue;
    const double distance = farthest_receiver(*e.scenario, source.position);
    const double wavelengths = distance > 0 ? distance * highest / e.model->extremes().slowest : usual_wavelengths;
    const double plain =
        misfit_after(wavelengths, sizes.dispersion_error, sizes.dispersion_order, *source.time_function);
    ExpectedMisfit expected{wavelengths, plain * plain, ""};
    double largest = plain;
    for (const method::MisfitPart& part : sizes.misfit_parts) {
      if (part.source != n) continue;
      double misfit = part.misfit;
      if (part.speed_error > 0)
        misfit +=
            part.share * misfit_after(part.wavelengths, part.speed_error, part.error_order, *source.time_function);
      expected.misfit += misfit * misfit;
      if (misfit > largest) expected.cause = part.cause;
      largest = std::max(largest, misfit);
    }
    expected.misfit = std::sqrt(expected.misfit);
    if (expected.misfit >= worst.misfit) worst = expected;
  }
  return worst;
}

}  // namespace unda::run
