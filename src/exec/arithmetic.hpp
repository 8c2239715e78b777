// a b + c in one rounding where the machine that runs it has that: for numbers, also on a device, and for packs of the host. Loads with hints.
#pragma once

#include <cmath>
#include <type_traits>

#ifndef __CUDACC__
#include "base/simd.hpp"
#endif

namespace unda::exec {

template <class Real, std::enable_if_t<std::is_floating_point_v<Real>, int> = 0>
constexpr Real multiply_add(Real a, Real b, Real c) {
#if defined(__CUDA_ARCH__) || defined(__FMA__)
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}

#ifndef __CUDACC__
template <class Pack, std::enable_if_t<!std::is_arithmetic_v<Pack>, int> = 0>
[[gnu::always_inline]] constexpr Pack multiply_add(const Pack& a, const Pack& b, const Pack& c) {
  return unda::multiply_add<std::remove_cvref_t<decltype(a[0])>>(a, b, c);
}
#endif

/// A value that no thread of the running loop writes.
template <class Real>
constexpr Real load_constant(const Real* from) {
#ifdef __CUDA_ARCH__
  return __ldg(from);
#else
  return *from;
#endif
}

/// On a device: brings the line of an address near, so that what is read later in a thread is under way from its beginning. A host does
/// nothing.
constexpr void prefetch([[maybe_unused]] const void* address) {
#ifdef __CUDA_ARCH__
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
#endif
}

}  // namespace unda::exec
