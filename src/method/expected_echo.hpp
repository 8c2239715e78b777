// What absorbing layers send back, and the line of the plan that tells it: the same words for every method.
#pragma once

#include <array>
#include <string>

namespace unda::method {

/// Parts of a wave that meets the layers.
struct ExpectedEcho {
  double up_to_60_degrees = 0;  ///< from the normal of the edge
  double at_75_degrees = 0;
  bool in_soft_ground = false;
};

/// "edges", and what it says. `layers`: "absorbing layers of 12 points"; `as_measured`: at least the default thickness.
std::array<std::string, 2> edges_remark(const std::string& layers, const ExpectedEcho& echo, bool as_measured);

}  // namespace unda::method
