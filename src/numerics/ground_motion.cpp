// Integrals of straight lines, and the oscillator's exact step.
#include "numerics/ground_motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace unda::numerics {
namespace {

using std::numbers::pi;

double largest(std::span<const double> trace) {
  double most = 0;
  for (const double v : trace) most = std::max(most, std::abs(v));
  return most;
}

/// int a^2 over a straight line from a to b.
double square_between(double a, double b, double dt) { return dt * (a * a + a * b + b * b) / 3; }

std::vector<double> rotated(std::span<const double> x, std::span<const double> y, double c, double s) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = c * x[i] + s * y[i];
  return out;
}

double median(std::vector<double> values) {
  const std::size_t half = values.size() / 2;
  std::sort(values.begin(), values.end());
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

}  // namespace

/// Between samples x = q + e^{-h w t} (c cos wd t + s sin wd t), with q the straight line that balances the acceleration p + r t:
/// q = -(p + r t)/w^2 + 2 h r/w^3. The columns of a and b are the steps from unit values.
Oscillator::Oscillator(double period, double damping, double dt) : w_(2 * pi / period) {
  const double h = damping, wd = w_ * std::sqrt(1 - h * h), decay = std::exp(-h * w_ * dt);
  const double cosine = std::cos(wd * dt), sine = std::sin(wd * dt);
  auto step = [&](double x, double v, double before, double after, double& next_x, double& next_v) {
    const double r = (after - before) / dt, constant = -before / (w_ * w_) + 2 * h * r / (w_ * w_ * w_);
    const double slope = -r / (w_ * w_);
    const double c = x - constant, s = (v - slope + h * w_ * c) / wd;
    next_x = constant + slope * dt + decay * (c * cosine + s * sine);
    next_v = slope + decay * ((s * wd - h * w_ * c) * cosine - (c * wd + h * w_ * s) * sine);
  };
  step(1, 0, 0, 0, a_[0][0], a_[1][0]);
  step(0, 1, 0, 0, a_[0][1], a_[1][1]);
  step(0, 0, 1, 0, b_[0][0], b_[1][0]);
  step(0, 0, 0, 1, b_[0][1], b_[1][1]);
}

std::vector<double> Oscillator::response(std::span<const double> acceleration) const {
  std::vector<double> out(acceleration.size(), 0.0);
  double x = 0, v = 0;
  for (std::size_t i = 1; i < acceleration.size(); ++i) {
    const double before = acceleration[i - 1], after = acceleration[i];
    const double next = a_[0][0] * x + a_[0][1] * v + b_[0][0] * before + b_[0][1] * after;
    v = a_[1][0] * x + a_[1][1] * v + b_[1][0] * before + b_[1][1] * after;
    out[i] = x = next;
  }
  return out;
}

double arias_intensity(std::span<const double> a, double dt) {
  double sum = 0;
  for (std::size_t i = 1; i < a.size(); ++i) sum += square_between(a[i - 1], a[i], dt);
  return pi / (2 * standard_gravity) * sum;
}

double cumulative_absolute_velocity(std::span<const double> a, double dt) {
  double sum = 0;
  for (std::size_t i = 1; i < a.size(); ++i) {
    const double p = std::abs(a[i - 1]), q = std::abs(a[i]);
    const bool crosses = a[i - 1] * a[i] < 0;
    sum += 0.5 * dt * (crosses ? (p * p + q * q) / (p + q) : p + q);
  }
  return sum;
}

double significant_duration(std::span<const double> a, double dt, double from, double to) {
  std::vector<double> sum(a.size(), 0.0);
  for (std::size_t i = 1; i < a.size(); ++i) sum[i] = sum[i - 1] + square_between(a[i - 1], a[i], dt);
  if (a.empty() || !(sum.back() > 0)) return 0;
  auto time_of = [&](double part) {
    const double wanted = part * sum.back();
    const auto i = static_cast<std::size_t>(std::lower_bound(sum.begin() + 1, sum.end(), wanted) - sum.begin());
    const double gained = sum[i] - sum[i - 1];
    return dt * (static_cast<double>(i - 1) + (gained > 0 ? (wanted - sum[i - 1]) / gained : 0));
  };
  return time_of(to) - time_of(from);
}

std::vector<double> time_derivative(std::span<const double> trace, double dt) {
  const std::size_t n = trace.size();
  std::vector<double> out(n, 0.0);
  if (n < 2) return out;
  for (std::size_t i = 1; i + 1 < n; ++i) out[i] = (trace[i + 1] - trace[i - 1]) / (2 * dt);
  out[0] = (trace[1] - trace[0]) / dt;
  out[n - 1] = (trace[n - 1] - trace[n - 2]) / dt;
  return out;
}

std::vector<double> time_integral(std::span<const double> trace, double dt) {
  std::vector<double> out(trace.size(), 0.0);
  for (std::size_t i = 1; i < trace.size(); ++i) out[i] = out[i - 1] + 0.5 * dt * (trace[i - 1] + trace[i]);
  return out;
}

std::vector<double> Measures::list() const {
  std::vector<double> all{pga, pgv, pgd, arias, cav, d5_75, d5_95};
  all.insert(all.end(), psa.begin(), psa.end());
  return all;
}

std::vector<std::string> Measures::names(const std::vector<double>& periods) {
  std::vector<std::string> all{"pga", "pgv", "pgd", "arias", "cav", "d5_75", "d5_95"};
  for (const double period : periods) all.push_back(fmt::format("psa_{:g}", period));
  return all;
}

MotionMeter::MotionMeter(const std::vector<double>& periods, double damping, double dt) : dt_(dt) {
  for (const double period : periods) oscillators_.emplace_back(period, damping, dt);
}

Measures MotionMeter::without_spectrum(const Motion& m) const {
  Measures out;
  out.pga = largest(m.acceleration);
  out.pgv = largest(m.velocity);
  out.pgd = largest(m.displacement);
  out.arias = arias_intensity(m.acceleration, dt_);
  out.cav = cumulative_absolute_velocity(m.acceleration, dt_);
  out.d5_75 = significant_duration(m.acceleration, dt_, 0.05, 0.75);
  out.d5_95 = significant_duration(m.acceleration, dt_, 0.05, 0.95);
  return out;
}

Measures MotionMeter::of(const Motion& m) const {
  Measures out = without_spectrum(m);
  for (const Oscillator& o : oscillators_)
    out.psa.push_back(o.frequency() * o.frequency() * largest(o.response(m.acceleration)));
  return out;
}

Measures MotionMeter::median_of_directions(const Motion& x, const Motion& y) const {
  constexpr int n_directions = 180;
  std::vector<std::vector<double>> in_x, in_y;
  for (const Oscillator& o : oscillators_) {
    in_x.push_back(o.response(x.acceleration));
    in_y.push_back(o.response(y.acceleration));
  }
  std::vector<std::vector<double>> all(7 + oscillators_.size());  // by measure, then direction
  for (int degree = 0; degree < n_directions; ++degree) {
    const double c = std::cos(degree * pi / 180), s = std::sin(degree * pi / 180);
    Measures here =
        without_spectrum({rotated(x.acceleration, y.acceleration, c, s), rotated(x.velocity, y.velocity, c, s),
                          rotated(x.displacement, y.displacement, c, s)});
    for (std::size_t k = 0; k < oscillators_.size(); ++k)
      here.psa.push_back(std::pow(oscillators_[k].frequency(), 2) * largest(rotated(in_x[k], in_y[k], c, s)));
    const std::vector<double> list = here.list();
    for (std::size_t k = 0; k < list.size(); ++k) all[k].push_back(list[k]);
  }
  Measures out;
  double* const fixed[] = {&out.pga, &out.pgv, &out.pgd, &out.arias, &out.cav, &out.d5_75, &out.d5_95};
  for (std::size_t k = 0; k < 7; ++k) *fixed[k] = median(std::move(all[k]));
  for (std::size_t k = 7; k < all.size(); ++k) out.psa.push_back(median(std::move(all[k])));
  return out;
}

Measures MotionMeter::geometric_mean(const Measures& a, const Measures& b) {
  auto mean = [](double p, double q) { return std::sqrt(p * q); };
  Measures out{mean(a.pga, b.pga), mean(a.pgv, b.pgv),     mean(a.pgd, b.pgd),     mean(a.arias, b.arias),
               mean(a.cav, b.cav), mean(a.d5_75, b.d5_75), mean(a.d5_95, b.d5_95), {}};
  for (std::size_t k = 0; k < a.psa.size(); ++k) out.psa.push_back(mean(a.psa[k], b.psa[k]));
  return out;
}

}  // namespace unda::numerics
