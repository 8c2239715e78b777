// Where the integrals over the horizontal wavenumber k are sampled: one set of nodes for all frequencies and receivers.
//
// Even steps of 2 pi/L up to where the last wave of the highest frequency has become evanescent: the trapezoidal rule
// repeats the source at distances L (Bouchon and Aki 1977), from where nothing arrives in time; at complex frequencies it
// converges exponentially. In 3-D the integrand is odd at k = 0, which costs that rule its accuracy: the first wavenumbers
// are integrated by Gauss' rule. Beyond the even steps, where the integrand is smooth and only receivers near the source
// still need it, Gauss' rule on panels whose lengths grow. The parts join by smooth steps.
#pragma once

#include <cstddef>
#include <vector>

namespace unda::reference {

struct WavenumberPlan {
  double period = 0;      ///< L, m
  double evanescent = 0;  ///< k beyond which no wave of the highest frequency travels, 1/m
  double last = 0;        ///< the largest k that any receiver needs
  double damping = 0;  ///< distance of poles and branch points from the real axis, at least: eta over the fastest speed
  double farthest = 0;       ///< receiver, m
  bool cylindrical = false;  ///< 3-D
};

struct Node {
  double k = 0, weight = 0;
};

/// In ascending order.
std::vector<Node> wavenumber_nodes(const WavenumberPlan& plan);

/// The width that a step must have at least, for images of the source to stay away.
double least_step_width(double period);

/// For one receiver and source: up to which k beyond `evanescent`(frequency) the integrand counts fully, and over which
/// width it then is faded out. Either r ends it, as far away the evanescent field is nothing, or the difference in depth.
struct Ending {
  double full = 0, width = 0;
  double length() const { return full + width; }
};
Ending ending_of(double horizontal_distance, double depth_difference, double period);

}  // namespace unda::reference
