// The time functions of calibrated explosions: a multiple of the pulse in 1-D, of its integral in 3-D, and in 2-D a
// table made by division of spectra.
#include "numerics/calibration.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include <fmt/format.h>
#include <unsupported/Eigen/FFT>

namespace unda::numerics {
namespace {

using Complex = std::complex<double>;
using Pulse = std::shared_ptr<const TimeFunction>;
using std::numbers::pi;

// Of the highest frequency. Polynomials of degree 5 then leave 2e-11: no quadrature sees the pieces.
constexpr double table_samples_per_period = 64;

double table_step(const TimeFunction& pulse) { return 1 / (table_samples_per_period * pulse.highest_frequency()); }
std::size_t samples_until(double t, double step) {
  return static_cast<std::size_t>(std::ceil(std::max(t, 0.0) / step));
}

/// A function with its first and second derivative at 0, step, 2 step ...: polynomials of degree 5 between, 0 before, the
/// last value after.
struct Table {
  double step = 0;
  std::vector<double> value, slope, curvature;

  double end() const { return step * static_cast<double>(value.size() - 1); }
  double at(double t) const {
    if (t < 0) return 0;
    if (t >= end()) return value.back();
    const auto i = std::min(static_cast<std::size_t>(t / step), value.size() - 2);
    const double x = t / step - static_cast<double>(i);
    return from_node(i, x, step) + from_node(i + 1, 1 - x, -step);
  }

 private:
  /// The share of a node at the distance x (in steps) from it.
  double from_node(std::size_t i, double x, double h) const {
    const double x3 = x * x * x;
    return value[i] * (1 + x3 * (-10 + x * (15 - 6 * x))) + slope[i] * h * (x + x3 * (-6 + x * (8 - 3 * x))) +
           curvature[i] * h * h / 2 * (x * x + x3 * (-3 + x * (3 - x)));
  }
};

/// The integral from 0 of a tabulated function: exact for its polynomials.
Table integral_of(const Table& f) {
  const double h = f.step;
  Table result{h, std::vector<double>(f.value.size(), 0.0), f.value, f.slope};
  for (std::size_t i = 1; i < f.value.size(); ++i)
    result.value[i] = result.value[i - 1] + h / 2 * (f.value[i - 1] + f.value[i]) +
                      h * h / 10 * (f.slope[i - 1] - f.slope[i]) +
                      h * h * h / 120 * (f.curvature[i - 1] + f.curvature[i]);
  return result;
}

/// 1-D: factor w(t).
class Multiple final : public TimeFunction {
 public:
  Multiple(Pulse pulse, double factor) : w_(std::move(pulse)), factor_(factor) {}
  double value(double t) const override { return factor_ * w_->value(t); }
  double derivative(double t) const override { return factor_ * w_->derivative(t); }
  double integral(double t) const override { return factor_ * w_->integral(t); }
  double highest_frequency() const override { return w_->highest_frequency(); }
  double end() const override { return w_->end(); }
  double peak() const override { return std::abs(factor_) * w_->peak(); }

 private:
  Pulse w_;
  double factor_;
};

/// 3-D: factor int_0^t w.
class MultipleOfIntegral final : public TimeFunction {
 public:
  MultipleOfIntegral(Pulse pulse, double factor) : w_(std::move(pulse)), factor_(factor) {
    Table first{table_step(*w_), {}, {}, {}};
    const std::size_t count = samples_until(w_->end(), first.step) + 2;
    for (std::size_t i = 0; i < count; ++i) {
      const double t = static_cast<double>(i) * first.step;
      first.value.push_back(w_->integral(t));
      first.slope.push_back(w_->value(t));
      first.curvature.push_back(w_->derivative(t));
      peak_ = std::max(peak_, std::abs(first.value.back()));
    }
    second_ = integral_of(first);
    // A pulse with a mean needs a source that does not end: far more steps than any run has.
    const bool returns = std::abs(first.value.back()) <= 1e-6 * peak_;
    end_ = returns ? w_->end() : 1e8 * second_.end();
  }
  double value(double t) const override { return t < 0 ? 0 : factor_ * w_->integral(t); }
  double derivative(double t) const override { return t < 0 ? 0 : factor_ * w_->value(t); }
  double integral(double t) const override {
    return factor_ * (second_.at(t) + second_.slope.back() * std::max(0.0, t - second_.end()));
  }
  double highest_frequency() const override { return w_->highest_frequency(); }
  double end() const override { return end_; }
  double peak() const override { return std::abs(factor_) * peak_; }

 private:
  Pulse w_;
  double factor_;
  Table second_;  ///< the integral of the integral
  double peak_ = 0, end_ = 0;
};

/// 2-D: a table, 0 outside.
class Tabulated final : public TimeFunction {
 public:
  Tabulated(Table value, Table derivative, double highest_frequency)
      : value_(std::move(value)),
        derivative_(std::move(derivative)),
        integral_(integral_of(value_)),
        highest_(highest_frequency) {
    for (const double v : value_.value) peak_ = std::max(peak_, std::abs(v));
  }
  double value(double t) const override { return t > end() ? 0 : value_.at(t); }
  double derivative(double t) const override { return t > end() ? 0 : derivative_.at(t); }
  double integral(double t) const override { return integral_.at(t); }
  double highest_frequency() const override { return highest_; }
  double end() const override { return value_.end(); }
  double peak() const override { return peak_; }

 private:
  Table value_, derivative_, integral_;
  double highest_, peak_ = 0;
};

/// The length of the transforms. The source of a 2-D pulse has a tail: t^-3 for a Ricker, 1/(t ln^2 t) at worst, which
/// comes round at the period of the transform.
std::size_t transform_length(std::size_t n_pulse) {
  constexpr std::size_t padding = 128, longest = std::size_t{1} << 21;
  std::size_t n = 1;
  while (n < 4 * n_pulse || (n < padding * n_pulse && n < longest)) n *= 2;
  return n;
}

/// w^ of the pulse from t = 0 on, divided by the answer omega H0^(2)(k r) exp(i k r) of a line source.
std::vector<Complex> line_source_spectrum(const TimeFunction& pulse, double step, double travel_time) {
  const std::size_t n_pulse = samples_until(pulse.end(), step) + 1, n = transform_length(n_pulse);
  std::vector<double> w(n, 0.0);
  for (std::size_t j = 0; j < n_pulse; ++j) w[j] = pulse.value(static_cast<double>(j) * step);
  std::vector<Complex> spectrum;
  Eigen::FFT<double> fft;
  fft.fwd(spectrum, w);

  const double band = 2 * pi * 4 * pulse.highest_frequency();
  spectrum[0] = 0;
  for (std::size_t m = 1; m <= n / 2; ++m) {
    const double omega = 2 * pi * static_cast<double>(m) / (static_cast<double>(n) * step), x = omega * travel_time;
    if (omega < band)
      spectrum[m] *= std::polar(1.0, -x) / (omega * Complex(std::cyl_bessel_j(0.0, x), -std::cyl_neumann(0.0, x)));
    else
      spectrum[m] = 0;
    spectrum[n - m] = std::conj(spectrum[m]);
  }
  return spectrum;
}

/// The derivative of the given order of the periodic function with this spectrum, times `factor`.
std::vector<double> derivative_of(std::vector<Complex> spectrum, int order, double step, double factor) {
  const std::size_t n = spectrum.size();
  for (std::size_t m = 1; m < n; ++m) {
    const double index = m < n / 2 ? static_cast<double>(m) : static_cast<double>(m) - static_cast<double>(n);
    spectrum[m] *= std::pow(Complex(0, 2 * pi * index / (static_cast<double>(n) * step)), order);
  }
  std::vector<Complex> values;
  Eigen::FFT<double> fft;
  fft.inv(values, spectrum);
  std::vector<double> real;
  for (const Complex& v : values) real.push_back(factor * v.real());
  return real;
}

Pulse line_source(const TimeFunction& pulse, double travel_time, double factor) {
  const double step = table_step(pulse);
  const std::vector<Complex> spectrum = line_source_spectrum(pulse, step, travel_time);
  std::array<std::vector<double>, 4> s;  // s, s', s'', s'''
  for (int order = 0; order < 4; ++order) s[order] = derivative_of(spectrum, order, step, factor);

  // The source is at rest at first: what stands there is the tail that came round.
  const double rest = s[0][0];
  double peak = 0;
  for (double& v : s[0]) peak = std::max(peak, std::abs(v -= rest));
  std::size_t count = s[0].size() / 2;
  while (count > samples_until(pulse.end(), step) + 2 && std::abs(s[0][count - 1]) < 1e-5 * peak) --count;
  for (std::vector<double>& derivative : s) derivative.resize(count);
  return std::make_shared<Tabulated>(Table{step, s[0], s[1], s[2]}, Table{step, s[1], s[2], s[3]},
                                     pulse.highest_frequency());
}

}  // namespace

double relative_mean(const TimeFunction& pulse) {
  const double step = table_step(pulse);
  double size = 0;
  const std::size_t n = samples_until(pulse.end(), step);
  for (std::size_t i = 0; i <= n; ++i) size += step * std::abs(pulse.value(static_cast<double>(i) * step));
  return size > 0 ? std::abs(pulse.integral(static_cast<double>(n) * step)) / size : 0;
}

std::shared_ptr<const TimeFunction> calibrated_time_function(const PressureAt& pressure, Pulse pulse,
                                                             const SourceMedium& medium) {
  const double c = medium.speed, r = pressure.distance, amplitude = pressure.amplitude / medium.pressure_factor;
  if (medium.dim == 1) return std::make_shared<Multiple>(std::move(pulse), 2 * c * amplitude);
  if (medium.dim == 3) return std::make_shared<MultipleOfIntegral>(std::move(pulse), 4 * pi * r * c * c * amplitude);
  return line_source(*pulse, r / c, 4 * c * c * amplitude);
}

}  // namespace unda::numerics
