// The sampling of complex frequencies.
#include "reference/layered/frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numerics/fourier.hpp"
#include "reference/layered/fade.hpp"

namespace unda::reference {
namespace {

using std::numbers::pi;

constexpr double negligible = 1e-5;         // of the largest spectrum
constexpr double negligible_energy = 1e-5;  // of the derivative's
constexpr double widest = 8;                // times the source's own highest frequency
constexpr double fading = 0.18;             // width over which spectra are faded out, of what is passed; but at least
constexpr double least_fading = 10;         // over the time of the last sample: what that smears grows as exp(eta t)

/// The smallest product of powers of 2, 3 and 5 that is not below n.
std::size_t smooth_length(std::size_t n) {
  for (;; ++n) {
    std::size_t rest = n;
    for (const std::size_t factor : {2, 3, 5})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return n;
  }
}

/// Simpson's rule with steps so short that kinks of sampled functions do not matter.
Complex transform(const std::vector<double>& values, double step, Complex s) {
  Complex sum = 0, factor = 1;
  const Complex turn = std::exp(-s * step);
  const std::size_t last = values.size() - 1;
  for (std::size_t j = 0; j <= last; ++j) {
    const double weight = j == 0 || j == last ? 1 : j % 2 == 1 ? 4 : 2;
    sum += weight * values[j] * factor;
    factor = j % 256 == 255 ? std::exp(-s * (static_cast<double>(j + 1) * step)) : times(factor, turn);
  }
  return sum * step / 3.0;
}

struct Sampled {
  std::vector<double> values;
  double step = 0;
};

/// s(t) from 0 to its end. One that outlasts the traces is faded out after them.
Sampled sample(const numerics::TimeFunction& source, double highest, const FrequencyPlan& plan) {
  const double last = plan.last_time(), spare = plan.period() - last, end = std::min(source.end(), plan.period());
  const auto half = static_cast<std::size_t>(std::ceil(std::max(32.0, 32 * end * highest)));
  Sampled sampled{std::vector<double>(2 * half + 1), end / (2.0 * static_cast<double>(half))};
  for (std::size_t j = 0; j <= 2 * half; ++j) {
    const double t = static_cast<double>(j) * sampled.step;
    sampled.values[j] = source.value(t) * (source.end() > last ? fade()((t - last) / spare) : 1.0);
  }
  return sampled;
}

/// Above which frequency a source may be left out.
double highest_needed(const numerics::TimeFunction& source, const FrequencyPlan& plan) {
  const double own = source.highest_frequency();
  const Sampled samples = sample(source, widest * own, plan);
  constexpr int n = 400;
  std::vector<double> amplitude(n + 1);
  double largest = 0, energy = 0;
  for (int i = 0; i <= n; ++i) {
    const double f = widest * own * i / n;
    amplitude[i] = std::abs(transform(samples.values, samples.step, {plan.eta, 2 * pi * f}));
    largest = std::max(largest, amplitude[i]);
    energy += std::pow(f * amplitude[i], 2);
  }
  double beyond = 0, by_amplitude = 0, by_energy = 0;  // the last frequencies that count
  for (int i = n; i > 0; --i) {
    const double f = widest * own * i / n;
    beyond += std::pow(f * amplitude[i], 2);
    if (by_amplitude == 0 && amplitude[i] > negligible * largest) by_amplitude = f;
    if (by_energy == 0 && beyond > negligible_energy * energy) by_energy = f;
  }
  const double needed = by_amplitude <= 2 * own ? by_amplitude : std::max(2 * own, by_energy);
  return std::max(1.2 * own, needed);
}

}  // namespace

Complex FrequencyPlan::s(std::size_t n) const { return {eta, 2 * pi * static_cast<double>(n) / period()}; }

double FrequencyPlan::low_pass(std::size_t n) const {
  const double f = static_cast<double>(n) / period();
  return fade()((f - passed) / (static_cast<double>(n_frequencies) / period() - passed));
}

FrequencyPlan plan_frequencies(std::span<const numerics::TimeFunction* const> sources, std::size_t n_samples,
                               double interval, const Wrap& wrap) {
  FrequencyPlan plan;
  plan.n_samples = n_samples;
  plan.interval = interval;
  plan.n_period = smooth_length(static_cast<std::size_t>(std::ceil(wrap.spare * static_cast<double>(n_samples))) + 2);
  plan.eta = -std::log(wrap.remains) / plan.period();
  for (const numerics::TimeFunction* source : sources)
    plan.passed = std::max(plan.passed, highest_needed(*source, plan));
  const double highest = plan.passed + std::max(fading * plan.passed, least_fading / plan.last_time());
  plan.n_frequencies = static_cast<std::size_t>(std::ceil(highest * plan.period())) + 1;
  return plan;
}

std::vector<Complex> spectrum_of(const numerics::TimeFunction& source, const FrequencyPlan& plan) {
  const Sampled samples = sample(source, plan.highest(), plan);
  std::vector<Complex> spectrum(plan.n_frequencies);
  for (std::size_t n = 0; n < spectrum.size(); ++n)
    spectrum[n] = plan.low_pass(n) * transform(samples.values, samples.step, plan.s(n));
  return spectrum;
}

std::vector<double> trace_of(std::span<const Complex> spectrum, const FrequencyPlan& plan) {
  // Samples alias: a frequency counts where its multiple of the sampling frequency lies.
  numerics::Spectrum folded(plan.n_period, 0.0);
  for (std::size_t n = 0; n < spectrum.size(); ++n) folded[n % plan.n_period] += (n == 0 ? 1.0 : 2.0) * spectrum[n];
  const numerics::Spectrum periodic = numerics::inverse_transform(folded);
  std::vector<double> trace(plan.n_samples);
  for (std::size_t j = 0; j < trace.size(); ++j)
    trace[j] = periodic[j].real() * std::exp(plan.eta * static_cast<double>(j) * plan.interval) / plan.interval;
  return trace;
}

}  // namespace unda::reference
