// The analytic source time functions and the sampled one.
#include "numerics/time_function.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numerics/fourier.hpp"

namespace unda::numerics {
namespace {

using std::numbers::pi;

class Ricker final : public TimeFunction {
 public:
  Ricker(double frequency, double delay) : f_(frequency), delay_(delay) {}
  double value(double t) const override {
    const double a = phase(t);
    return (1 - 2 * a) * std::exp(-a);
  }
  double derivative(double t) const override {
    const double a = phase(t), rate = 2 * pi * pi * f_ * f_ * (t - delay_);  // da/dt
    return (2 * a - 3) * std::exp(-a) * rate;
  }
  // s is the derivative of (t - delay) exp(-a).
  double integral(double t) const override { return antiderivative(t) - antiderivative(0); }
  double highest_frequency() const override { return 2.5 * f_; }
  double end() const override { return delay_ + 2 / f_; }
  double peak() const override { return 1; }

 private:
  double phase(double t) const {
    const double x = pi * f_ * (t - delay_);
    return x * x;
  }
  double antiderivative(double t) const { return (t - delay_) * std::exp(-phase(t)); }
  double f_, delay_;
};

class Gaussian final : public TimeFunction {
 public:
  Gaussian(double sigma, double delay) : sigma_(sigma), delay_(delay) {}
  double value(double t) const override {
    const double x = (t - delay_) / sigma_;
    return std::exp(-x * x / 2) * peak();
  }
  double derivative(double t) const override { return -(t - delay_) / (sigma_ * sigma_) * value(t); }
  double integral(double t) const override {
    const double scale = sigma_ * std::numbers::sqrt2;
    return 0.5 * (std::erf((t - delay_) / scale) - std::erf(-delay_ / scale));
  }
  double highest_frequency() const override { return 0.42 / sigma_; }  // the spectrum is at 3 % of its peak
  double end() const override { return delay_ + 7 * sigma_; }
  double peak() const override { return 1 / (sigma_ * std::sqrt(2 * pi)); }

 private:
  double sigma_, delay_;
};

class Brune final : public TimeFunction {
 public:
  explicit Brune(double rise) : rise_(rise) {}
  double value(double t) const override { return t <= 0 ? 0 : t / (rise_ * rise_) * std::exp(-t / rise_); }
  double derivative(double t) const override {
    return t < 0 ? 0 : (1 - t / rise_) / (rise_ * rise_) * std::exp(-t / rise_);
  }
  double integral(double t) const override { return t <= 0 ? 0 : 1 - (1 + t / rise_) * std::exp(-t / rise_); }
  double highest_frequency() const override { return 0.9 / rise_; }  // 1 / (1 + (2 pi f T)^2) is 3 %
  double end() const override { return 20 * rise_; }
  double peak() const override { return std::exp(-1.0) / rise_; }

 private:
  double rise_;
};

class Samples final : public TimeFunction {
 public:
  Samples(std::vector<double> times, std::vector<double> values) : t_(std::move(times)), s_(std::move(values)) {
    cumulative_.resize(t_.size(), 0);
    for (std::size_t i = 1; i < t_.size(); ++i)
      cumulative_[i] = cumulative_[i - 1] + 0.5 * (s_[i] + s_[i - 1]) * (t_[i] - t_[i - 1]);
    for (const double v : s_) peak_ = std::max(peak_, std::abs(v));
    // Zeros at the end are no source; s falls to the first of them.
    std::size_t last = t_.size() - 1;
    while (last > 0 && std::abs(s_[last]) <= negligible * peak_) --last;
    end_ = t_[std::min(last + 1, t_.size() - 1)];
    highest_ = find_highest_frequency();
  }
  double value(double t) const override {
    if (outside(t)) return 0;
    const std::size_t i = interval(t);
    return s_[i] + slope(i) * (t - t_[i]);
  }
  double derivative(double t) const override { return outside(t) ? 0 : slope(interval(t)); }
  double integral(double t) const override { return from_start(t) - from_start(0); }
  double highest_frequency() const override { return highest_; }
  double end() const override { return end_; }
  double peak() const override { return peak_; }

 private:
  static constexpr double negligible = 1e-5;
  bool outside(double t) const { return t < t_.front() || t > t_.back(); }
  std::size_t interval(double t) const {
    const auto after = std::upper_bound(t_.begin(), t_.end(), t);
    const std::size_t i = static_cast<std::size_t>(after - t_.begin());
    return std::min(i == 0 ? 0 : i - 1, t_.size() - 2);
  }
  double slope(std::size_t i) const { return (s_[i + 1] - s_[i]) / (t_[i + 1] - t_[i]); }
  double from_start(double t) const {
    if (t <= t_.front()) return 0;
    if (t >= t_.back()) return cumulative_.back();
    const std::size_t i = interval(t);
    return cumulative_[i] + 0.5 * (s_[i] + value(t)) * (t - t_[i]);
  }
  // The frequency above which the amplitude spectrum stays under 3 % of its largest value.
  double find_highest_frequency() const {
    const double span = t_.back() - t_.front();
    const double nyquist = 0.5 * static_cast<double>(t_.size() - 1) / span;
    constexpr int n_frequencies = 512;
    constexpr int n_times = 4096;
    std::vector<double> amplitude(n_frequencies + 1);
    for (int k = 0; k <= n_frequencies; ++k) {
      const double omega = 2 * pi * nyquist * k / n_frequencies;
      double re = 0, im = 0;
      for (int j = 0; j < n_times; ++j) {
        const double t = t_.front() + span * (j + 0.5) / n_times;
        const double v = value(t);
        re += v * std::cos(omega * t);
        im += v * std::sin(omega * t);
      }
      amplitude[static_cast<std::size_t>(k)] = std::hypot(re, im);
    }
    const double largest = *std::max_element(amplitude.begin(), amplitude.end());
    int k = n_frequencies;
    while (k > 1 && amplitude[static_cast<std::size_t>(k)] < 0.03 * largest) --k;
    return nyquist * k / n_frequencies;
  }

  std::vector<double> t_, s_, cumulative_;
  double peak_ = 0, highest_ = 0, end_ = 0;
};

/// Even samples in a pool that others share.
class Pooled final : public TimeFunction {
 public:
  Pooled(std::shared_ptr<const std::vector<float>> pool, std::size_t first, std::size_t n, double start,
         double interval)
      : pool_(std::move(pool)), s_(pool_->data() + first), n_(n), start_(start), interval_(interval) {
    for (std::size_t i = 0; i < n_; ++i) peak_ = std::max(peak_, std::abs(s_[i]));
    highest_ = static_cast<float>(find_highest_frequency());
  }
  double value(double t) const override {
    const double x = (t - start_) / interval_;
    if (!(x >= 0 && x <= static_cast<double>(n_ - 1))) return 0;
    const std::size_t i = left_of(x);
    return s_[i] + slope(i) * (x - static_cast<double>(i));
  }
  double derivative(double t) const override {
    const double x = (t - start_) / interval_;
    return x >= 0 && x <= static_cast<double>(n_ - 1) ? slope(left_of(x)) / interval_ : 0;
  }
  double integral(double t) const override {
    const double x = std::min((t - start_) / interval_, static_cast<double>(n_ - 1));
    if (!(x > 0)) return 0;
    const std::size_t last = left_of(x);
    double sum = 0;
    for (std::size_t i = 0; i < last; ++i) sum += 0.5 * (static_cast<double>(s_[i]) + s_[i + 1]);
    const double rest = x - static_cast<double>(last);
    return interval_ * (sum + rest * (s_[last] + 0.5 * slope(last) * rest));
  }
  double highest_frequency() const override { return highest_; }
  double start() const override { return start_; }
  double end() const override { return start_ + interval_ * static_cast<double>(n_ - 1); }
  double peak() const override { return peak_; }

 private:
  std::size_t left_of(double x) const { return n_ > 1 ? std::min(static_cast<std::size_t>(x), n_ - 2) : 0; }
  double slope(std::size_t i) const { return n_ > 1 ? static_cast<double>(s_[i + 1]) - s_[i] : 0; }
  // As of Samples. Straight lines between samples are the samples convolved with a triangle: sinc^2 (f interval).
  double find_highest_frequency() const {
    if (peak_ == 0 || n_ < 2) return 0;
    const std::size_t length = padded_length(std::max<std::size_t>(8 * n_, 64));
    const std::vector<double> samples(s_, s_ + n_);
    const Spectrum spectrum = transform(samples, length);
    auto amplitude = [&](std::size_t k) {
      const double x = pi * static_cast<double>(k) / static_cast<double>(length), sinc = k == 0 ? 1 : std::sin(x) / x;
      return std::abs(spectrum[k]) * sinc * sinc;
    };
    double largest = 0;
    for (std::size_t k = 0; k <= length / 2; ++k) largest = std::max(largest, amplitude(k));
    std::size_t k = length / 2;
    while (k > 1 && amplitude(k) < 0.03 * largest) --k;
    return static_cast<double>(k) / (static_cast<double>(length) * interval_);
  }

  std::shared_ptr<const std::vector<float>> pool_;
  const float* s_;
  std::size_t n_;
  double start_, interval_;
  float peak_ = 0, highest_ = 0;
};

class RaisedCosine final : public TimeFunction {
 public:
  RaisedCosine(double start, double rise) : start_(start), rise_(rise) {}
  double value(double t) const override { return inside(t) ? (1 - std::cos(phase(t))) / rise_ : 0; }
  double derivative(double t) const override { return inside(t) ? 2 * pi / (rise_ * rise_) * std::sin(phase(t)) : 0; }
  double integral(double t) const override {
    if (t <= start_) return 0;
    if (t >= start_ + rise_) return 1;
    return (t - start_) / rise_ - std::sin(phase(t)) / (2 * pi);
  }
  double highest_frequency() const override { return 1.86 / rise_; }  // the spectrum stays below 3 % from there on
  double start() const override { return start_; }
  double end() const override { return start_ + rise_; }
  double peak() const override { return 2 / rise_; }

 private:
  bool inside(double t) const { return t > start_ && t < start_ + rise_; }
  double phase(double t) const { return 2 * pi * (t - start_) / rise_; }
  double start_, rise_;
};

class Delayed final : public TimeFunction {
 public:
  Delayed(std::shared_ptr<const TimeFunction> s, double delay) : s_(std::move(s)), delay_(delay) {}
  double value(double t) const override { return t < delay_ ? 0 : s_->value(t - delay_); }
  double derivative(double t) const override { return t < delay_ ? 0 : s_->derivative(t - delay_); }
  double integral(double t) const override { return t < delay_ ? 0 : s_->integral(t - delay_); }
  double highest_frequency() const override { return s_->highest_frequency(); }
  double start() const override { return delay_ + s_->start(); }
  double end() const override { return delay_ + s_->end(); }
  double peak() const override { return s_->peak(); }

 private:
  std::shared_ptr<const TimeFunction> s_;
  double delay_;
};

}  // namespace

std::shared_ptr<const TimeFunction> pooled_time_function(std::shared_ptr<const std::vector<float>> pool,
                                                         std::size_t first, std::size_t n, double start,
                                                         double interval) {
  return std::make_shared<Pooled>(std::move(pool), first, n, start, interval);
}

std::shared_ptr<const TimeFunction> raised_cosine(double start, double rise) {
  return std::make_shared<RaisedCosine>(start, rise);
}

std::shared_ptr<const TimeFunction> delayed(std::shared_ptr<const TimeFunction> s, double delay) {
  return std::make_shared<Delayed>(std::move(s), delay);
}

std::shared_ptr<const TimeFunction> sampled_time_function(std::vector<double> times, std::vector<double> values) {
  return std::make_shared<Samples>(std::move(times), std::move(values));
}

std::shared_ptr<const TimeFunction> ricker(double frequency, double delay) {
  return std::make_shared<Ricker>(frequency, delay);
}

std::shared_ptr<const TimeFunction> gaussian(double sigma, double delay) {
  return std::make_shared<Gaussian>(sigma, delay);
}

std::shared_ptr<const TimeFunction> brune(double rise) { return std::make_shared<Brune>(rise); }

}  // namespace unda::numerics
