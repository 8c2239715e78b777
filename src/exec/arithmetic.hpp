// a b + c in one rounding where the machine that runs it has that, as the vectors of the host do (base/simd.hpp).
#pragma once

#include <cmath>

namespace unda::exec {

template <class Real>
constexpr Real multiply_add(Real a, Real b, Real c) {
#if defined(__CUDA_ARCH__) || defined(__FMA__)
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}

/// A value that no thread of the running loop writes.
template <class Real>
constexpr Real load_constant(const Real* from) {
#ifdef __CUDA_ARCH__
  return __ldg(from);
#else
  return *from;
#endif
}

}  // namespace unda::exec
