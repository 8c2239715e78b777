// Discrete Fourier transforms of sampled traces.
// X_k = sum_j x_j exp(-2 pi i j k/n); the inverse carries the factor 1/n.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace unda::numerics {

using Spectrum = std::vector<std::complex<double>>;

/// Smallest power of two that is not below n.
std::size_t padded_length(std::size_t n);

/// All n coefficients of the trace, filled with zeros to n samples.
Spectrum transform(std::span<const double> trace, std::size_t n);
Spectrum inverse_transform(const Spectrum& spectrum);

}  // namespace unda::numerics
