// How strongly an absorbing layer outside the domain takes waves away, from its inner face to its outer end.
#pragma once

#include <cmath>

namespace unda::numerics {

/// The rate in 1/s at a depth from 0 (the domain's face) to 1 (the outer end) of an absorbing layer that is `thickness` m thick. A wave of
/// `speed` that goes straight in and comes straight back from the end keeps `left_over` of its amplitude. The rate grows as a power
/// of the depth.
inline double absorbing_rate(double depth, double thickness, double speed, double left_over, double power = 2) {
  return -(power + 1) * speed * std::log(left_over) / (2 * thickness) * std::pow(depth, power);
}

/// What a memory variable with this decay rate takes in over a step: (1 - exp(-rate dt)) / rate.
inline double gathered(double rate, double dt) { return rate > 0 ? -std::expm1(-rate * dt) / rate : dt; }

}  // namespace unda::numerics
