// The time error of leapfrog, removed exactly. A scheme with (f(t+dt/2) - f(t-dt/2))/dt for df/dt answers at
// the frequency omega as the exact equations do at Omega(omega) = (2/dt) sin(omega dt/2), whatever happens in
// space. So the source enters with its spectrum at Omega, and the traces are read at omega(Omega).
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace unda::numerics {

/// Consecutive weights for the steps first, first + 1, ...
struct StepWeights {
  long first = 0;
  std::vector<double> weights;
};

/// The passband of the transforms, as angles omega dt: flat up to `pass`, nothing above `stop`.
struct Passband {
  double pass = 1.0;
  double stop = 1.8;
  double tolerance = 1e-8;  ///< what the edges of the band and of the weights may leave out
};

/// A passband that leaves frequencies up to `highest_frequency` untouched.
Passband passband_for(double highest_frequency, double dt, bool double_precision);

/// Weights w such that u(t) = sum_k w[k] u_k, with u_k the leapfrog solution at time (k + offset) dt,
/// corrected for time dispersion and interpolated to t at once. u must have been at rest before step 0.
StepWeights corrected_weights(double t, double dt, double offset, const Passband& band);
/// How many steps beyond t those weights reach at most.
long steps_after(const Passband& band);

/// The samples s_k at (k + offset) dt, k = 0 ... n_steps - 1, to be given to the leapfrog scheme in place of
/// s(t).
std::vector<double> corrected_source(const std::function<double(double)>& s, double s_end, double dt, double offset,
                                     std::size_t n_steps, const Passband& band);

/// What s(j dt) = 1 alone gives to those samples.
StepWeights corrected_source_kernel(long j, double offset, const Passband& band);

/// Without correction: interpolation by a polynomial through the 8 nearest steps.
StepWeights lagrange_weights(double t, double dt, double offset);

}  // namespace unda::numerics
