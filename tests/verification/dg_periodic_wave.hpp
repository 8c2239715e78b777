// A plane P or S wave along the diagonal of a periodic box by discontinuous Galerkin, and how far it is from the exact one at the end.
#pragma once

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "support.hpp"

namespace unda::verification {

struct PeriodicWave {
  char kind = 'p';  ///< p | s
  int order = 5;
  double duration = 0;  ///< s
  int n_points = 0;     ///< at which the velocity is looked at

  static constexpr double vp = 2, vs = 1;  ///< rho = mu = 1, lambda = 2
  double omega() const { return std::numbers::pi * std::sqrt(3.0) * (kind == 'p' ? vp : vs); }
  static double phase(const Vector& x) { return std::numbers::pi * (x[0] + x[1] + x[2]); }
  /// Of the motion, a unit vector.
  Vector direction() const {
    return kind == 'p' ? (1 / std::sqrt(3.0)) * Vector{1, 1, 1} : (1 / std::sqrt(2.0)) * Vector{1, -1, 0};
  }
  /// Points all over the box, none of them special.
  static Vector point(int n) {
    const auto part = [n](double step) { return std::fmod(0.5 + n * step, 1.0); };
    return {2 * part(0.8191725), 2 * part(0.6710436), -2 * part(0.5497005)};
  }
  /// Without a size of elements.
  std::string scenario() const {
    std::string points;
    for (int n = 0; n < n_points; ++n)
      points += fmt::format("[{:.9f}, {:.9f}, {:.9f}], ", point(n)[0], point(n)[1], point(n)[2]);
    return fmt::format(
        "[domain]\nx = [0, 2]\ny = [0, 2]\nz = [-2, 0]\n[boundary]\ndefault = 'periodic'\n"
        "[model]\nkind = 'uniform'\nvp = {0}\nvs = {1}\nrho = 1\n"
        "[initial]\nkind = 'plane_wave'\nwave = '{2}'\nwavenumber = [{4}, {4}, {4}]\n{3}"
        "[time]\nduration = {5}\n[solver]\nmethod = 'dg'\nprecision = 'double'\n[solver.dg]\norder = {6}\n"
        "[[receivers]]\npositions = [{7}]\nquantities = ['velocity']\n",
        vp, vs, kind, kind == 's' ? "polarization = [1, -1, 0]\n" : "", std::numbers::pi, duration, order, points);
  }
};

/// Of the velocity at the end: squares of its error and of itself, over all points.
struct ErrorOfWave {
  double wrong = 0, all = 0;

  ErrorOfWave operator+(const ErrorOfWave& other) const { return {wrong + other.wrong, all + other.all}; }
  double relative() const { return std::sqrt(wrong / all); }
};

inline ErrorOfWave error_at_end(const PeriodicWave& wave, run::Experiment e) {
  const double n_steps = std::ceil(wave.duration / e.dt);
  e.dt = wave.duration / n_steps;
  const auto simulation = run::start(e).simulation;
  for (int n = 0; n < static_cast<int>(n_steps); ++n) simulation->advance();
  const std::vector<double> v = values_now(*simulation);
  ErrorOfWave sums;
  for (int r = 0; r < wave.n_points; ++r) {
    const double value = std::cos(PeriodicWave::phase(PeriodicWave::point(r)) - wave.omega() * wave.duration);
    for (int c = 0; c < 3; ++c) {
      const double exact = value * wave.direction()[c];
      sums.wrong += std::pow(v[static_cast<std::size_t>(3 * r + c)] - exact, 2);
      sums.all += exact * exact;
    }
  }
  return sums;
}

}  // namespace unda::verification
