// Reading between grid points beside an interface, where fields have kinks. A staggered difference of high order is D = delta P
// (severed_difference.hpp). A discrete field g whose derivative D g is the cell mean of a step is therefore not the ramp r itself:
// delta r is that mean, and g = P^-1 r, a ramp with ripples. What the field is about is P g, which has a kink and no ripples. So a point beside
// an interface is read from P g by the polynomial through points of its own side, with weights that are exact for polynomials of g itself.
#pragma once

#include <vector>

#include "numerics/windowed_sinc.hpp"

namespace unda::numerics {

/// Weights that read a field at `position`, from P g at the `n_points` points from `first` on; P is that of differences of 2 `radius` points.
std::vector<PointWeight> kinked_weights(double position, int first, int n_points, int radius);

}  // namespace unda::numerics
