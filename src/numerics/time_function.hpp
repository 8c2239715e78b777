// Source time functions s(t): the moment rate in 1/s, or the factor of a force. Immutable.
#pragma once

#include <memory>
#include <vector>

namespace unda::numerics {

class TimeFunction {
 public:
  virtual ~TimeFunction() = default;
  virtual double value(double t) const = 0;       ///< s(t)
  virtual double derivative(double t) const = 0;  ///< s'(t)
  virtual double integral(double t) const = 0;    ///< S(t), from 0 to t
  /// The frequency above which the spectrum is negligible, Hz (2.5 times a Ricker's own).
  virtual double highest_frequency() const = 0;
  /// The time after which s is negligible.
  virtual double end() const = 0;
  /// Largest |s|.
  virtual double peak() const = 0;
  /// The time before which s is zero; 0 or more.
  virtual double start() const { return 0; }
};

/// (1 - 2 a) exp(-a), a = (pi f (t - delay))^2.
std::shared_ptr<const TimeFunction> ricker(double frequency, double delay);
/// exp(-((t - delay)/sigma)^2/2)/(sigma sqrt(2 pi)), of unit area.
std::shared_ptr<const TimeFunction> gaussian(double sigma, double delay);
/// t/T^2 exp(-t/T), T the rise time.
std::shared_ptr<const TimeFunction> brune(double rise);
/// s(t) given by samples, linear between them and zero outside.
std::shared_ptr<const TimeFunction> sampled_time_function(std::vector<double> times, std::vector<double> values);
/// Likewise by n samples from pool[first] on, the first at `start`, `interval` apart. For many functions that share one pool.
std::shared_ptr<const TimeFunction> pooled_time_function(std::shared_ptr<const std::vector<float>> pool,
                                                         std::size_t first, std::size_t n, double start,
                                                         double interval);
/// (1 - cos(2 pi (t - start)/rise))/rise over the rise time, of unit area.
std::shared_ptr<const TimeFunction> raised_cosine(double start, double rise);
/// s(t - delay).
std::shared_ptr<const TimeFunction> delayed(std::shared_ptr<const TimeFunction> s, double delay);

}  // namespace unda::numerics
