// Softness of the ground, and the line of the plan about absorbing layers.
#include "method/expected_echo.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace unda::method {

double softness(const model::Extremes& earth) {
  return earth.any_solid ? std::clamp(earth.vp_max / earth.slowest / 4 - 1, 0.0, 1.0) : 0.0;
}

std::array<std::string, 2> edges_remark(const std::string& layers, const ExpectedEcho& echo, bool as_measured) {
  return {
      "edges",
      fmt::format(
          "{}; expected echo {} {:.2g} % of a wave that meets them at up to 60 degrees from the normal, {:.2g} % at "
          "75 degrees{}{}",
          layers, as_measured ? "up to" : "above", 100 * echo.up_to_60_degrees, 100 * echo.at_75_degrees,
          echo.in_soft_ground ? " (soft ground)" : "", as_measured ? "" : "; these are thinner than the default")};
}

}  // namespace unda::method
