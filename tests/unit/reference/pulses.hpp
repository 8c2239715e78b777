// Pulses and finite differences for the tests of the closed forms.
// Differences are of fourth order, central.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

#include "base/vector.hpp"
#include "reference/pulse.hpp"

namespace unda::reference::testing {

/// Gaussian of unit area and its derivatives, over +- 9 sigma around the delay. order -1: {S, s}, 0: {s, s'},
/// 1: {s', s''}.
inline Pulse gaussian_pulse(double sigma, double delay, int order = 0) {
  const auto s = [=](double t) {
    const double x = (t - delay) / sigma;
    return std::exp(-0.5 * x * x) / (sigma * std::sqrt(2 * std::numbers::pi));
  };
  const auto integral = [=](double t) { return 0.5 * std::erfc(-(t - delay) / (sigma * std::sqrt(2.0))); };
  const auto first = [=](double t) { return -(t - delay) / (sigma * sigma) * s(t); };
  const auto second = [=](double t) {
    const double x = (t - delay) / sigma;
    return (x * x - 1) / (sigma * sigma) * s(t);
  };
  const double start = delay - 9 * sigma, end = delay + 9 * sigma;
  if (order < 0) return {integral, s, start, std::numeric_limits<double>::infinity()};
  if (order > 0) return {first, second, start, end};
  return {s, first, start, end};
}

/// Ricker of peak 1.
inline Pulse ricker_pulse(double frequency, double delay) {
  const double b = std::numbers::pi * frequency;
  const auto s = [=](double t) {
    const double a = b * b * (t - delay) * (t - delay);
    return (1 - 2 * a) * std::exp(-a);
  };
  const auto rate = [=](double t) {
    const double a = b * b * (t - delay) * (t - delay);
    return 2 * b * b * (t - delay) * (2 * a - 3) * std::exp(-a);
  };
  return {s, rate, delay - 2.2 / frequency, delay + 2.2 / frequency};
}

/// Brune: s = t/T^2 exp(-t/T), a pulse without end whose rate jumps at 0.
inline Pulse brune_pulse(double rise) {
  return {[=](double t) { return t / (rise * rise) * std::exp(-t / rise); },
          [=](double t) { return (1 - t / rise) / (rise * rise) * std::exp(-t / rise); }, 0.0,
          std::numeric_limits<double>::infinity()};
}

/// f'(x) and f''(x).
template <class F>
auto first_difference(const F& f, double x, double h) {
  return (1 / (12 * h)) * ((f(x - 2 * h) - f(x + 2 * h)) + 8 * (f(x + h) - f(x - h)));
}
template <class F>
auto second_difference(const F& f, double x, double h) {
  return (1 / (12 * h * h)) * (16 * (f(x + h) + f(x - h)) - 30 * f(x) - (f(x + 2 * h) + f(x - 2 * h)));
}

inline Vector moved(Vector x, int axis, double by) {
  x[axis] += by;
  return x;
}

}  // namespace unda::reference::testing
