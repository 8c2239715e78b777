// How large the error of leapfrog in time becomes, before it is removed (time_dispersion).
#pragma once

#include <cstdint>

namespace unda::numerics {

/// Whether it matters: after so many steps it is a phase of omega t (omega dt)^2/24, and anything below a millionth is far
/// below the errors in space. The removal costs as much as the square of the number of steps.
bool time_error_matters(double highest_frequency, double dt, std::int64_t n_steps);

}  // namespace unda::numerics
