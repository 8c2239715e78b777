// Finite-difference coefficients by order, at run time.
#pragma once

#include <vector>

namespace unda::numerics {

/// Staggered coefficients of order 2 * radius for unit spacing.
std::vector<double> staggered_coefficients(int radius);

/// Coefficients of the second derivative: c[0] of the point itself, c[m] of its neighbours m away.
std::vector<double> second_coefficients(int radius);

/// The largest |derivative| that the stencil makes of a field between -1 and 1, over two: sum |c_m|.
double staggered_norm(int radius);

/// Phase speed of the stencil over the true one for a plane wave along an axis with `points` per wavelength.
double phase_speed_ratio(int radius, double points);

}  // namespace unda::numerics
