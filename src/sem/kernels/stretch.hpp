// What absorbing layers do at one point of an element: gradients, stresses and their memories, for packs of the host and numbers of a
// device. absorbing_layer.hpp has the equations.
#pragma once

#include <array>
#include <cstddef>

#include "exec/arithmetic.hpp"

namespace unda::sem {

/// Memories of a point for elements of so many components that are stretched along these axes: of each gradient along such an
/// axis, of each stress across it, and in solids of the stresses for plain damping. Across the first of these axes stresses are still
/// symmetric: in 3-D one memory stands for two.
constexpr int n_memories(int dim, int n_components, const std::array<bool, 3>& stretched) {
  int n = n_components > 1 ? dim * (dim + 1) / 2 : 0;
  bool any = false;
  for (int a = 0; a < dim; ++a) {
    n += stretched[a] ? dim * n_components : 0;
    any = any || stretched[a];
  }
  return n - (any && dim == 3 && n_components == 3 ? 1 : 0);
}

/// Of a point along a stretched axis: decay, gain, growth, k, 1/k, keep (that of P = plain d_a).
inline constexpr int n_profiles = 6;

/// The memories of a point as they were and as they will be, in places of their own or in the same; neighbours lie `step` apart.
template <class T>
struct PointMemory {
  const T* before;  ///< none: as if nothing were stretched
  T* after;
  std::ptrdiff_t step;

  [[gnu::always_inline]] constexpr T read(int m) const { return before[m * step]; }
  [[gnu::always_inline]] constexpr void write(int m, const T& value) const { after[m * step] = value; }
  [[gnu::always_inline]] constexpr void skip(int n) {
    before += n * step;
    after += n * step;
  }
};

/// Takes the memories of its point as it goes along them; numbers of a profile lie `Step` apart. T is Real or a pack of it.
template <class Law, int Dim, class Real, class T, int Step>
struct Stretch {
  static constexpr int nc = Law::n_components;
  std::array<bool, 3> stretched;
  std::array<const T*, 3> profile;  ///< of this point, by axis
  PointMemory<T> memory;
  T fading;

  [[gnu::always_inline]] constexpr T at(int axis, int which) const {
    return exec::load_constant(profile[axis] + which * Step);
  }
  [[gnu::always_inline]] constexpr void shrink(T (&g)[Dim][nc]) {
    for (int a = 0; a < Dim; ++a) {
      if (!stretched[a]) continue;
      const T decay = at(a, 0), gain = at(a, 1), inverse_k = at(a, 4), taken = exec::multiply_add(gain, decay, gain);
      T before[nc];  // all are under way before the first is needed
      for (int c = 0; c < nc; ++c) before[c] = memory.read(c);
      for (int c = 0; c < nc; ++c) {
        const T now = g[a][c];
        g[a][c] = inverse_k * (exec::multiply_add(-gain, now, now) - before[c]);
        memory.write(c, exec::multiply_add(decay, before[c], taken * now));
      }
      memory.skip(nc);
    }
  }
  [[gnu::always_inline]] constexpr void damp(T (&s)[Dim][nc]) {
    if constexpr (nc > 1) {
      T decay = T{} + Real(1);
      for (int a = 0; a < Dim; ++a)
        if (stretched[a]) decay *= at(a, 5);
      const T gain = Real(0.5) * (Real(1) - decay), taken = exec::multiply_add(gain, decay, gain);
      constexpr int n = Dim * (Dim + 1) / 2;
      T before[n];
      for (int m = 0; m < n; ++m) before[m] = memory.read(m);
      int m = 0;
      for (int a = 0; a < Dim; ++a)
        for (int c = a; c < nc; ++c, ++m) {
          const T now = s[a][c];
          s[a][c] = s[c][a] = exec::multiply_add(-gain, now, now) - before[m];
          memory.write(m, exec::multiply_add(decay, before[m], taken * now));
        }
      memory.skip(n);
    }
  }
  [[gnu::always_inline]] constexpr void grow(T (&s)[Dim][nc]) {
    bool symmetric = Dim == 3 && nc == 3;
    for (int a = 0; a < Dim; ++a) {
      if (!stretched[a]) continue;
      const T growth = at(a, 2), k = at(a, 3), taken = exec::multiply_add(fading, growth, growth);
      for (int across = 0; across < Dim; ++across) {
        if (across == a) continue;
        // The component that the axis across before this one has grown already.
        const int grown = symmetric && across == (a == Dim - 1 ? Dim - 2 : Dim - 1) ? (a == 0 ? 1 : 0) : nc;
        T before[nc];
        for (int c = 0; c < nc; ++c)
          if (c != grown) before[c] = memory.read(c < grown ? c : c - 1);
        for (int c = 0; c < nc; ++c) {
          if (c == grown) {
            s[across][c] = s[c][across];
            continue;
          }
          const T now = s[across][c];
          s[across][c] = k * (exec::multiply_add(growth, now, now) + before[c]);
          memory.write(c < grown ? c : c - 1, exec::multiply_add(fading, before[c], taken * now));
        }
        memory.skip(grown < nc ? nc - 1 : nc);
      }
      symmetric = false;
    }
  }
  /// From the gradient to what the divergence is taken of.
  template <class Modulus>
  [[gnu::always_inline]] constexpr void flux(T (&g)[Dim][nc], const Modulus& modulus, T (&s)[Dim][nc]) {
    const bool stretches = memory.before != nullptr;
    if (stretches) shrink(g);
    Law::stress(g, modulus, s);
    if (stretches) damp(s);
    if (stretches) grow(s);
  }
};

}  // namespace unda::sem
