// Reading samples, and choosing among the time functions.
#include "run/time_functions.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace unda::run {
namespace {

using TimeFunction = std::shared_ptr<const numerics::TimeFunction>;

/// Samples of s(t) as they come, from a file or an array; `where` says which one in messages.
class Samples {
 public:
  Samples(const scenario::Scenario& scenario, std::string key) : scenario_(scenario), key_(std::move(key)) {}

  void add(double t, double s, const std::string& where) {
    if (!times_.empty() && t <= times_.back())
      scenario_.fail(key_, fmt::format("{}: times must increase; {} follows {}", where, t, times_.back()));
    times_.push_back(t);
    values_.push_back(s);
  }

  TimeFunction finish(const std::string& name) {
    if (times_.size() < 2)
      scenario_.fail(key_, fmt::format("'{}' holds {} samples; at least 2 are needed", name, times_.size()));
    return numerics::sampled_time_function(std::move(times_), std::move(values_));
  }

 private:
  const scenario::Scenario& scenario_;
  std::string key_;
  std::vector<double> times_, values_;
};

TimeFunction take_array(const scenario::GivenArray& array, const scenario::Scenario& scenario, const std::string& key) {
  if (array.shape.size() != 2 || array.shape[1] != 2)
    scenario.fail(key, fmt::format("'{}' is an array of shape [{}]; rows of two numbers are needed, t in s and s(t)",
                                   array.name, fmt::join(array.shape, ", ")));
  Samples samples(scenario, key);
  std::visit(
      [&](const auto& numbers) {
        for (std::size_t row = 0; row < numbers.size() / 2; ++row) {
          const auto t = static_cast<double>(numbers[2 * row]), s = static_cast<double>(numbers[2 * row + 1]);
          const std::string where = fmt::format("'{}' row {}", array.name, row);
          if (!std::isfinite(t) || !std::isfinite(s))
            scenario.fail(key, fmt::format("{}: found [{}, {}]; both must be finite", where, t, s));
          samples.add(t, s, where);
        }
      },
      array.values);
  return samples.finish(array.name);
}

TimeFunction read_samples(const scenario::TimeFunctionSpec& spec, const scenario::Scenario& scenario,
                          const std::string& key) {
  const std::string file_key = key + ".file";
  if (spec.array) return take_array(*spec.array, scenario, file_key);
  std::ifstream in(spec.file);
  if (!in) scenario.fail(file_key, fmt::format("cannot read '{}'", spec.file.string()));
  Samples samples(scenario, file_key);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::replace(line.begin(), line.end(), ',', ' ');
    const auto first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos || line[first] == '#') continue;
    std::istringstream fields(line);
    double t = 0, s = 0;
    std::string more;
    if (!(fields >> t >> s) || !std::isfinite(t) || !std::isfinite(s) || (fields >> more && more[0] != '#'))
      scenario.fail(file_key, fmt::format("'{}' line {}: two finite numbers are needed, t in s and s(t), and no more; "
                                          "found '{}'",
                                          spec.file.string(), number, line.substr(0, 40)));
    samples.add(t, s, fmt::format("'{}' line {}", spec.file.string(), number));
  }
  return samples.finish(spec.file.string());
}

}  // namespace

TimeFunction make_time_function(const scenario::TimeFunctionSpec& spec, const scenario::Scenario& scenario,
                                const std::string& key) {
  using Kind = scenario::TimeFunctionKind;
  switch (spec.kind) {
    case Kind::ricker:
      return numerics::ricker(spec.frequency, spec.delay);
    case Kind::gaussian:
      return numerics::gaussian(spec.sigma, spec.delay);
    case Kind::brune:
      return numerics::brune(spec.rise);
    case Kind::samples:
      break;
  }
  return read_samples(spec, scenario, key);
}

TimeFunction make_calibrated_time_function(const scenario::Calibration& calibration,
                                           const scenario::TimeFunctionSpec& spec, const numerics::SourceMedium& medium,
                                           const scenario::Scenario& scenario, const std::string& key) {
  TimeFunction pulse = make_time_function(spec, scenario, key);
  const double mean = medium.dim == 2 ? numerics::relative_mean(*pulse) : 0;
  if (mean > numerics::largest_relative_mean)
    scenario.fail(key, fmt::format("the pulse has a mean: its integral is {:.2g} of the integral of its size; a "
                                   "calibrated pulse in 2-D must have none (at most {}), as a ricker",
                                   mean, numerics::largest_relative_mean));
  return numerics::calibrated_time_function({calibration.amplitude, calibration.distance}, std::move(pulse), medium);
}

}  // namespace unda::run
