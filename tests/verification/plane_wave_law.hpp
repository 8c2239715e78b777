// Decay and phase velocity of a plane wave between two receivers, beside the law of constant Q.
#pragma once

#include <complex>
#include <numbers>

#include "physics/attenuation.hpp"
#include "support.hpp"

namespace unda::verification {

/// exp(-i k x) between both receivers at a frequency.
inline std::complex<double> transmission(const output::Traces& traces, int component, double f) {
  const std::size_t nt = traces.time.size();
  const output::TraceArray& v = traces.groups[0].quantities.at(scenario::Quantity::velocity);
  std::complex<double> at[2];
  for (std::size_t r = 0; r < 2; ++r)
    for (std::size_t n = 0; n < nt; ++n)
      at[r] += v.values[(r * static_cast<std::size_t>(v.n_components) + static_cast<std::size_t>(component)) * nt + n] *
               std::polar(1.0, -2 * std::numbers::pi * f * traces.time[n]);
  return at[1] / at[0];
}

/// The largest relative differences over a decade.
struct LawDeviation {
  double decay = 0, velocity = 0;
};

/// Of a wave of this velocity at f0 over a distance, between 1 and 10 Hz.
inline LawDeviation deviation_from_law(const output::Traces& traces, int component, double distance, double velocity,
                                       double quality, double f0) {
  using Complex = std::complex<double>;
  LawDeviation worst;
  for (double f = 1; f < 10.01; f *= std::pow(10, 0.1)) {
    const double omega = 2 * std::numbers::pi * f;
    const Complex k = omega / (velocity * physics::velocity_factor(quality, f0, {0, omega}));
    const Complex found = transmission(traces, component, f);
    // The phase as it follows from the law, changed by what was found.
    const double change = std::arg(found / std::exp(Complex(0, -1) * k * distance));
    const double real = k.real() - change / distance, imaginary = std::log(std::abs(found)) / distance;
    worst.decay = std::max(worst.decay, std::abs(imaginary / k.imag() - 1));
    worst.velocity = std::max(worst.velocity, std::abs(k.real() / real - 1));
  }
  return worst;
}

}  // namespace unda::verification
