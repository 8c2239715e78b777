// Sources by what they do: the moment rate M0 s(t) of an explosion that makes a given pressure at a given distance
// (Terentyev 2008, section 2.8). With the sound speed c at the source, p(r, t) = A w(t - r/c) follows from
//   3-D: M0 s(t) = 4 pi r c^2 A int_0^t w
//   1-D: M0 s(t) = 2 c A w(t)
//   2-D: M0 s^(omega) = 4 c^2 A w^(omega) exp(-i k r) / (omega H0^(2)(k r)), k = omega/c, for exp(i omega t)
#pragma once

#include <memory>

#include "numerics/time_function.hpp"

namespace unda::numerics {

/// `amplitude` times the pulse (Pa) at `distance` (m), later by the travel time.
struct PressureAt {
  double amplitude = 0, distance = 0;
};

/// The medium around an explosion.
struct SourceMedium {
  int dim = 3;
  double speed = 0;            ///< of P waves, m/s
  double pressure_factor = 1;  ///< pressure over that in a fluid of this speed: 1 - 4 vs^2 / (3 vp^2)
};

/// |int w| / int |w| from t = 0 on.
double relative_mean(const TimeFunction& pulse);
/// What counts as no mean in 2-D, where the source of a pulse with a mean would go on for ever.
inline constexpr double largest_relative_mean = 1e-3;

/// M0 s(t) in N m/s (2-D: per metre, 1-D: per square metre) as a time function, for a source of moment 1. `pulse` is w.
std::shared_ptr<const TimeFunction> calibrated_time_function(const PressureAt& pressure,
                                                             std::shared_ptr<const TimeFunction> pulse,
                                                             const SourceMedium& medium);

}  // namespace unda::numerics
