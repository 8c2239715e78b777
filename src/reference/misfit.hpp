// How far one trace is from another: relative L2 misfit and time shift.
// Traces are samples at the same times; the second one is the reference.
#pragma once

#include <span>

namespace unda::reference {

/// sqrt(sum (a - b)^2 / sum b^2). Where the reference is zero: 0 if the trace is too, else infinity.
double l2_misfit(std::span<const double> trace, std::span<const double> reference);

/// Time (s) by which the trace is later than the reference: the maximum of their cross-correlation,
/// interpolated between samples by its Fourier series. 0 where one of them is zero.
double time_shift(std::span<const double> trace, std::span<const double> reference, double dt);

}  // namespace unda::reference
