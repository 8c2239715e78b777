// Between a pack of elements and the numbers of one element: a square of as many packs as a pack has places, turned over.
#pragma once

#include <utility>

#include "base/simd.hpp"

namespace unda::dg {

template <class Real>
struct Transposition {
  using P = Pack<Real>;
  static constexpr int n = pack_size<Real>;

  /// Exchanges squares of `half` beside the diagonal, then squares within these.
  template <int half>
  [[gnu::always_inline]] static void turn(P* row) {
    if constexpr (half > 0) {
#pragma GCC unroll 16
      for (int i = 0; i < n; ++i) {
        if ((i & half) != 0) continue;
        const P a = row[i], b = row[i + half];
        row[i] = mixed<half, 0>(a, b, std::make_integer_sequence<int, n>());
        row[i + half] = mixed<half, half>(a, b, std::make_integer_sequence<int, n>());
      }
      turn<half / 2>(row);
    }
  }
  [[gnu::always_inline]] static void apply(P* row) { turn<n / 2>(row); }

 private:
  /// Places whose number has the bit `half` come from b, the others from a; `shift` is half for those that lie as much farther.
  template <int half, int shift, int... place>
  [[gnu::always_inline]] static P mixed(const P& a, const P& b, std::integer_sequence<int, place...>) {
    return __builtin_shufflevector(a, b, ((place & half) != 0 ? n + place - half + shift : place + shift)...);
  }
};

}  // namespace unda::dg
