// A pack: as many numbers as a cache line holds, worked on together. Arithmetic operators come with the type,
// also with a plain number on one side; the compiler splits a pack where the machine's vectors are narrower.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#if defined(__FMA__)
#include <immintrin.h>
#endif

namespace unda {

inline constexpr std::size_t pack_bytes = 64;

template <class Real>
struct PackOf {
  using type __attribute__((vector_size(pack_bytes))) = Real;
};
template <class Real>
using Pack = typename PackOf<Real>::type;

template <class Real>
inline constexpr int pack_size = static_cast<int>(pack_bytes / sizeof(Real));

/// From any address.
template <class Real>
inline Pack<Real> load_pack(const Real* from) {
  Pack<Real> pack;
  std::memcpy(&pack, from, pack_bytes);
  return pack;
}

template <class Real>
inline void store_pack(Real* to, const Pack<Real>& pack) {
  std::memcpy(to, &pack, pack_bytes);
}

/// The first `count` numbers of a pack, fewer than all; what lies behind them stays untouched.
template <class Real>
inline void store_first(Real* to, const Pack<Real>& pack, int count) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Real) == sizeof(float))
    _mm512_mask_storeu_ps(to, static_cast<__mmask16>((1u << count) - 1), reinterpret_cast<__m512>(pack));
  else
    _mm512_mask_storeu_pd(to, static_cast<__mmask8>((1u << count) - 1), reinterpret_cast<__m512d>(pack));
#else
  std::memcpy(to, &pack, static_cast<std::size_t>(count) * sizeof(Real));
#endif
}

/// a b + c with one rounding where the machine can. The compiler contracts nothing by itself (-ffp-contract=off): it might
/// choose differently for the same formula in two kernels, and a point must get the same bits from both.
template <class Real>
[[gnu::always_inline]] inline Pack<Real> multiply_add(const Pack<Real>& a, const Pack<Real>& b, const Pack<Real>& c) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Real) == sizeof(float))
    return reinterpret_cast<Pack<Real>>(
        _mm512_fmadd_ps(reinterpret_cast<__m512>(a), reinterpret_cast<__m512>(b), reinterpret_cast<__m512>(c)));
  else
    return reinterpret_cast<Pack<Real>>(
        _mm512_fmadd_pd(reinterpret_cast<__m512d>(a), reinterpret_cast<__m512d>(b), reinterpret_cast<__m512d>(c)));
#elif defined(__FMA__)
  using Half = std::conditional_t<sizeof(Real) == sizeof(float), __m256, __m256d>;
  Half x[2], y[2], z[2];
  std::memcpy(x, &a, pack_bytes);
  std::memcpy(y, &b, pack_bytes);
  std::memcpy(z, &c, pack_bytes);
  for (int h = 0; h < 2; ++h) {
    if constexpr (sizeof(Real) == sizeof(float))
      z[h] = _mm256_fmadd_ps(x[h], y[h], z[h]);
    else
      z[h] = _mm256_fmadd_pd(x[h], y[h], z[h]);
  }
  Pack<Real> result;
  std::memcpy(&result, z, pack_bytes);
  return result;
#else
  return a * b + c;
#endif
}

/// The same number in every place.
template <class Real>
inline Pack<Real> fill_pack(Real value) {
  return value - Pack<Real>{};  // minus zero changes no number, plus zero would change -0: this is a mere copy
}

}  // namespace unda
