// Measures of ground motion, as earthquake engineers have them, of traces that are straight lines between their samples. SI units.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace unda::numerics {

constexpr double standard_gravity = 9.80665;  ///< m/s^2

/// An oscillator of one degree of freedom on moving ground: x'' + 2 h w x' + w^2 x = -a(t), at rest before t = 0. Stepped exactly for
/// an acceleration that is a straight line between samples (Nigam and Jennings 1969).
class Oscillator {
 public:
  /// Period in s, damping h as a part of the critical (0 <= h < 1), time between samples in s.
  Oscillator(double period, double damping, double dt);

  /// The relative displacement x at the samples.
  std::vector<double> response(std::span<const double> acceleration) const;
  double frequency() const { return w_; }  ///< w, rad/s

 private:
  double w_;
  double a_[2][2], b_[2][2];  ///< (x, v) after a step: a (x, v) + b (acceleration before, after)
};

/// int a^2 dt pi / (2 g), m/s.
double arias_intensity(std::span<const double> acceleration, double dt);
/// int |a| dt, the cumulative absolute velocity, m/s.
double cumulative_absolute_velocity(std::span<const double> acceleration, double dt);
/// The time in which int a^2 dt goes from the part `from` of its final value to the part `to`, s.
double significant_duration(std::span<const double> acceleration, double dt, double from, double to);

/// Of a trace at even times: by central differences, one-sided at the ends.
std::vector<double> time_derivative(std::span<const double> trace, double dt);
/// From 0 on, by the trapezoidal rule.
std::vector<double> time_integral(std::span<const double> trace, double dt);

/// One motion in one direction.
struct Motion {
  std::vector<double> acceleration, velocity, displacement;
};

/// Largest |a|, |v|, |u|; Arias intensity; CAV; significant durations; then PSA = w^2 max |x| by period.
struct Measures {
  double pga = 0, pgv = 0, pgd = 0, arias = 0, cav = 0, d5_75 = 0, d5_95 = 0;
  std::vector<double> psa;

  /// All of them in this order.
  std::vector<double> list() const;
  static std::vector<std::string> names(const std::vector<double>& periods);
};

class MotionMeter {
 public:
  MotionMeter(const std::vector<double>& periods, double damping, double dt);

  Measures of(const Motion& motion) const;
  /// The median over all horizontal directions, degree by degree (RotD50 of Boore 2010), of each measure of its own.
  Measures median_of_directions(const Motion& x, const Motion& y) const;
  /// sqrt(a b) of each measure.
  static Measures geometric_mean(const Measures& a, const Measures& b);

 private:
  Measures without_spectrum(const Motion& motion) const;

  std::vector<Oscillator> oscillators_;
  double dt_;
};

}  // namespace unda::numerics
