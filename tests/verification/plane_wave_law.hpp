// Decay and phase velocity of a plane wave between two receivers, beside the law of constant Q; strips of elements along which such waves go.
#pragma once

#include <complex>
#include <cstdio>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

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

/// A strip with periodic sides two boxes apart and a force in each: a plane wave of 1 to 10 Hz goes along it. So long that nothing comes
/// back from its ends in time.
struct PeriodicStrip {
  double vp, vs, qp, qs;
  bool shear = false;
  double boxes = 2;  ///< of the mesh in the shortest wavelength

  double velocity() const { return shear ? vs : vp; }
  double quality() const { return shear ? qs : qp; }
};

/// By a method on a mesh of boxes, whose absorbing ends have no layers.
inline void expect_law_along(const PeriodicStrip& s, const std::string& method) {
  constexpr double first = 0.5, last = 1.0;  // places of the receivers, in longest wavelengths from the source
  constexpr double f0 = 3;                   // reference frequency, Hz
  const double longest = s.velocity(), h = longest / 10 / s.boxes;
  std::string text = fmt::format(
      "[domain]\nx = [{}, {}]\ny = [{}, {}]\nz = [{}, {}]\n[boundary]\ndefault = 'periodic'\nwest = 'absorbing'\n"
      "east = 'absorbing'\n[model]\nkind = 'uniform'\nvp = {}\nvs = {}\nrho = 2000\nqp = {}\n{}"
      "reference_frequency = {}\n",
      -longest, 1.8 * longest, -h, h, -h, h, s.vp, s.vs, s.qp, s.qs > 0 ? fmt::format("qs = {}\n", s.qs) : "", f0);
  for (const double y : {-0.5, 0.5})
    for (const double z : {-0.5, 0.5})
      text += fmt::format(
          "[[source]]\nkind = 'force'\nforce = {}\nposition = [0, {}, {}]\n"
          "time_function = {{ kind = 'ricker', frequency = 4, delay = 0.4 }}\n",
          s.shear ? "[0, 0, 1e9]" : "[1e9, 0, 0]", y * h, z * h);
  text += fmt::format(
      "[[receivers]]\npositions = [[{}, 0, 0], [{}, 0, 0]]\nquantities = ['velocity']\n[time]\nduration = {}\n"
      "sample_interval = 0.02\n[mesh]\nspacing = {}\n",
      first * longest, last * longest, last + 1.55, h * 1.0001);
  // Three mechanisms alone are up to 0.94 % off the law, four 0.3 %.
  const output::Traces traces = traces_of(scenario_from(text + method, {"model.attenuation.mechanisms=4"}));
  const double distance = (last - first) * s.velocity();
  const LawDeviation off = deviation_from_law(traces, s.shear ? 2 : 0, distance, s.velocity(), s.quality(), f0);
  std::printf("%s, Q %g: decay within %.4f, phase velocity within %.1e of the law\n", s.shear ? "S" : "P", s.quality(),
              off.decay, off.velocity);
  EXPECT_LT(off.decay, 0.01) << "Q " << s.quality();
  EXPECT_LT(off.velocity, 1e-3) << "Q " << s.quality();
}

}  // namespace unda::verification
