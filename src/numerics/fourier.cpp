// Discrete Fourier transforms by Eigen's FFT module.
// Lengths are powers of two, where that module is fastest.
#include "numerics/fourier.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include <unsupported/Eigen/FFT>

namespace unda::numerics {

std::size_t padded_length(std::size_t n) { return std::bit_ceil(n); }

Spectrum transform(std::span<const double> trace, std::size_t n) {
  assert(trace.size() <= n);
  std::vector<double> padded(n, 0.0);
  std::copy(trace.begin(), trace.end(), padded.begin());
  Spectrum spectrum;
  Eigen::FFT<double> fft;
  fft.fwd(spectrum, padded);
  return spectrum;
}

Spectrum inverse_transform(const Spectrum& spectrum) {
  Spectrum trace;
  Eigen::FFT<double> fft;
  fft.inv(trace, spectrum);
  return trace;
}

}  // namespace unda::numerics
