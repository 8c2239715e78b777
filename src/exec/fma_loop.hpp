// Independent chains of multiply-adds, enough of them to keep the units for it busy and few enough to stay in registers: what
// the peak of a core is measured with.
#pragma once

#include "base/simd.hpp"

namespace unda::exec {

/// Packs that are worked on side by side.
#if defined(__AVX512F__)
inline constexpr int n_chains = 12;  // of 32 registers
#elif defined(__AVX__)
inline constexpr int n_chains = 5;  // two of 16 registers each
#elif defined(__aarch64__)
inline constexpr int n_chains = 6;  // four of 32 registers each
#else
inline constexpr int n_chains = 3;  // four of 16 registers each
#endif

/// x = factor x + term, `rounds` times, one rounding each where the machine has that.
template <class Real>
void multiply_add_rounds(Pack<Real> (&x)[n_chains], Real factor, Real term, int rounds) {
  const Pack<Real> a = fill_pack(factor), b = fill_pack(term);
  for (int r = 0; r < rounds; ++r) {
#pragma GCC unroll 12
    for (int chain = 0; chain < n_chains; ++chain) x[chain] = multiply_add<Real>(x[chain], a, b);
  }
}

}  // namespace unda::exec
