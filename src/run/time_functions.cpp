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

TimeFunction read_samples(const scenario::TimeFunctionSpec& spec, const scenario::Scenario& scenario,
                          const std::string& key) {
  const std::string file_key = key + ".file";
  std::ifstream in(spec.file);
  if (!in) scenario.fail(file_key, fmt::format("cannot read '{}'", spec.file.string()));
  std::vector<double> times, values;
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
    if (!times.empty() && t <= times.back())
      scenario.fail(file_key, fmt::format("'{}' line {}: times must increase; {} follows {}", spec.file.string(),
                                          number, t, times.back()));
    times.push_back(t);
    values.push_back(s);
  }
  if (times.size() < 2)
    scenario.fail(file_key,
                  fmt::format("'{}' holds {} samples; at least 2 are needed", spec.file.string(), times.size()));
  return numerics::sampled_time_function(std::move(times), std::move(values));
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
