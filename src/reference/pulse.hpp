// A source's time function s(t) with its derivative, as the closed forms need it.
// Plain data: whoever makes a pulse owns what its functions capture.
#pragma once

#include <functional>

namespace unda::reference {

/// s and s' over time in seconds. s is continuous: it is negligible at `start` (before which nothing
/// happens), and both are negligible after `end`, which may be infinity.
///
/// Every solution is linear in s and the media do not change in time. So a function that gives the particle
/// velocity gives the displacement when the pulse is {S, s} (S the integral of s; its end is infinity unless
/// S returns to 0), and the acceleration when it is {s', s''}.
struct Pulse {
  std::function<double(double)> value;  ///< s(t)
  std::function<double(double)> rate;   ///< s'(t)
  double start = 0;
  double end = 0;

  bool active(double t) const { return t >= start && t <= end; }
  double s(double t) const { return active(t) ? value(t) : 0.0; }
  double s_rate(double t) const { return active(t) ? rate(t) : 0.0; }
};

}  // namespace unda::reference
