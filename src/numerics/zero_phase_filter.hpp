// Butterworth filters without phase: what a recursive filter run forwards and backwards does to an endless trace.
// Defined by its response in Hz and not by samples, so that traces of different sampling are filtered alike.
#pragma once

#include <span>
#include <vector>

namespace unda::numerics {

/// Corner frequencies in Hz; 0: this side is open.
struct Corners {
  double low = 0, high = 0;
  bool any() const { return low > 0 || high > 0; }
};

inline constexpr int butterworth_order = 4;

/// 1/(1 + (f/high)^2n) / (1 + (low/f)^2n), n the order: the square of a Butterworth filter's gain, 1/2 at a corner.
double zero_phase_gain(const Corners& corners, double frequency);

/// Beyond its ends the trace goes on as its own image through the end point, fading away, so that a cut leaves no step.
std::vector<double> zero_phase_filter(std::span<const double> trace, double dt, const Corners& corners);

}  // namespace unda::numerics
