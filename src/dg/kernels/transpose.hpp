// Between a pack of elements and the numbers of one element: a square of as many packs as a pack has places, turned over.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/simd.hpp"

namespace unda::dg {

template <class Real>
struct Transposition {
  using P = Pack<Real>;
  static constexpr int n = pack_size<Real>;
  using Index = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
  using Mask = Pack<Index>;

  /// Exchanges squares of `half` beside the diagonal, then squares within these.
  template <int half>
  [[gnu::always_inline]] static void turn(P* row) {
    if constexpr (half > 0) {
      Mask low, high;
      for (int place = 0; place < n; ++place) {
        low[place] = (place & half) != 0 ? n + place - half : place;
        high[place] = (place & half) != 0 ? n + place : place + half;
      }
#pragma GCC unroll 16
      for (int i = 0; i < n; ++i) {
        if ((i & half) != 0) continue;
        const P a = row[i], b = row[i + half];
        row[i] = __builtin_shuffle(a, b, low);
        row[i + half] = __builtin_shuffle(a, b, high);
      }
      turn<half / 2>(row);
    }
  }
  [[gnu::always_inline]] static void apply(P* row) { turn<n / 2>(row); }
};

}  // namespace unda::dg
