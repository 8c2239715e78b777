// The leading term of the phase error.
#include "numerics/time_error.hpp"

#include <numbers>

namespace unda::numerics {

bool time_error_matters(double highest_frequency, double dt, std::int64_t n_steps) {
  const double angle = 2 * std::numbers::pi * highest_frequency * dt;
  return static_cast<double>(n_steps) * angle * angle * angle / 24 > 1e-6;
}

}  // namespace unda::numerics
