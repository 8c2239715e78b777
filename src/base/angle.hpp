// Angles: what is told in degrees is computed with in radians.
#pragma once

#include <numbers>

namespace unda {

inline constexpr double degree = std::numbers::pi / 180;

}  // namespace unda
