// The stiffness kernels: a pack of elements at a time, loops of a degree known to the compiler.
//
//   gradient of u  ->  stress  ->  its divergence against the polynomials, by parts
#pragma once

#include "base/simd.hpp"
#include "sem/kernels/laws.hpp"
#include "sem/kernels/stiffness.hpp"

namespace unda::sem {

template <class Real>
[[gnu::always_inline]] inline Pack<Real> scaled_add(Real factor, const Pack<Real>& x, const Pack<Real>& sum) {
  return multiply_add<Real>(fill_pack(factor), x, sum);
}

/// The derivative along a line of n points, or its transpose. The points lie symmetrically, so that the matrix changes its sign
/// when it is turned around, d[n-1-i][n-1-j] = -d[i][j]: sums and differences of opposite numbers need half the products, and
/// numbers few enough for registers.
template <int n, class Real>
struct LineDerivative {
  static constexpr int half = n / 2, n_sums = n - half;
  Real of_sums[half][n_sums], of_differences[n_sums][half];

  /// [i][j], or transposed.
  LineDerivative(const Real* matrix, bool transposed) {
    auto at = [&](int i, int j) { return transposed ? matrix[j * n + i] : matrix[i * n + j]; };
    for (int i = 0; i < n_sums; ++i)
      for (int j = 0; j < half; ++j) {
        if (i < half) of_sums[i][j] = Real(0.5) * (at(i, j) + at(i, n - 1 - j));
        of_differences[i][j] = Real(0.5) * (at(i, j) - at(i, n - 1 - j));
      }
    if constexpr (n % 2 == 1)
      for (int i = 0; i < half; ++i) of_sums[i][half] = at(i, half);
  }

  /// Of numbers `stride` apart. Long lines are worth a call, and their code is there once.
  [[gnu::always_inline]] void multiply(const Pack<Real>* in, int stride, Pack<Real> (&out)[n]) const {
    if constexpr (n > longest_inline)
      multiply_long(in, stride, out);
    else
      multiply_here(in, stride, out);
  }

 private:
  static constexpr int longest_inline = 5;

  [[gnu::noinline]] void multiply_long(const Pack<Real>* in, int stride, Pack<Real> (&out)[n]) const {
    multiply_here(in, stride, out);
  }

  [[gnu::always_inline]] void multiply_here(const Pack<Real>* in, int stride, Pack<Real> (&out)[n]) const {
    Pack<Real> sum[n_sums], difference[half];
#pragma GCC unroll 6
    for (int j = 0; j < half; ++j) {
      sum[j] = in[j * stride] + in[(n - 1 - j) * stride];
      difference[j] = in[j * stride] - in[(n - 1 - j) * stride];
    }
    if constexpr (n % 2 == 1) sum[half] = in[half * stride];
#pragma GCC unroll 6
    for (int i = 0; i < n_sums; ++i) {
      Pack<Real> odd = fill_pack(of_differences[i][0]) * difference[0];
#pragma GCC unroll 6
      for (int j = 1; j < half; ++j) odd = scaled_add(of_differences[i][j], difference[j], odd);
      if (i >= half) {
        out[i] = odd;
        continue;
      }
      Pack<Real> even = fill_pack(of_sums[i][0]) * sum[0];
#pragma GCC unroll 6
      for (int j = 1; j < n_sums; ++j) even = scaled_add(of_sums[i][j], sum[j], even);
      out[i] = odd + even;
      out[n - 1 - i] = odd - even;
    }
  }
};

/// f[at] -= value in the first `count` places.
template <class Real>
[[gnu::always_inline]] inline void subtract(Real* at, const Pack<Real>& value, std::ptrdiff_t count) {
  const Pack<Real> sum = load_pack(at) - value;
  if (count >= pack_size<Real>)
    store_pack(at, sum);
  else
    store_first(at, sum, static_cast<int>(count));
}

/// Numbers from places that need not be different.
template <class Real>
[[gnu::always_inline]] inline Pack<Real> gather_pack(const Real* from, const std::int32_t* place) {
  Real numbers[pack_size<Real>];
  for (int n = 0; n < pack_size<Real>; ++n) numbers[n] = from[place[n]];
  return load_pack(numbers);
}

/// The places of a point of the elements of a pack, in any mesh.
struct PackPlaces {
  const std::int32_t* place;
  std::int32_t run;

  template <class Real>
  [[gnu::always_inline]] Pack<Real> load(const Real* u) const {
    return run >= 0 ? load_pack(u + run) : gather_pack(u, place);
  }
  /// f -= value for the first `count` elements, one after another: some may share the point.
  template <class Real>
  [[gnu::always_inline]] void subtract(Real* f, const Pack<Real>& value, std::ptrdiff_t count) const {
    if (run >= 0) return sem::subtract(f + run, value, count);
    Real numbers[pack_size<Real>];
    store_pack(numbers, value);
    const int n = static_cast<int>(count < pack_size<Real> ? count : pack_size<Real>);
    for (int e = 0; e < n; ++e) f[place[e]] -= numbers[e];
  }
};

template <class Real>
[[gnu::always_inline]] inline PackPlaces places_of(const ElementArrays<Real>& s, std::ptrdiff_t pack_point) {
  return {s.place + pack_point * pack_size<Real>, s.run[pack_point]};
}

template <int Dim, int nc, class Real>
[[gnu::always_inline]] inline Metric<Dim, nc, Pack<Real>> load_metric(const Real* of_point) {
  Metric<Dim, nc, Pack<Real>> metric;
  for (int b = 0; b < Dim; ++b)
    for (int a = 0; a < Dim; ++a) metric.inverse[b][a] = load_pack(of_point + (1 + Dim * b + a) * pack_size<Real>);
  return metric;
}

/// Shape of deformed elements at the horizontal points q of a face: t, 1/t, and the slopes dz/dx_a on the two faces.
template <int Dim, int n, class Real>
struct Shape {
  static constexpr int n_columns = Dim == 3 ? n * n : n;
  Pack<Real> half_height[n_columns], inverse[n_columns], slope_low[Dim - 1][n_columns], slope_high[Dim - 1][n_columns];

  void read(const ElementArrays<Real>& s, const LineDerivative<n, Real>* along, const Real* rise,
            const Pack<Real>& flat) {
    Pack<Real> low[n_columns], high[n_columns];
    for (int q = 0; q < n_columns; ++q) {
      low[q] = load_pack(rise + s.rise_offset[q]);
      high[q] = load_pack(rise + s.rise_offset[q] + s.rise_up);
      const Pack<Real> t = flat + Real(0.5) * (high[q] - low[q]);
      half_height[q] = t > 0 ? t : fill_pack(Real(1));  // what is no element may have any height
      inverse[q] = Real(1) / half_height[q];
    }
    for (int b = 0; b < (Dim == 3 ? n : 1); ++b) slopes(along[0], low, high, b * n, 1, 0);
    if constexpr (Dim == 3)
      for (int a = 0; a < n; ++a) slopes(along[1], low, high, a, n, 1);
  }

  void slopes(const LineDerivative<n, Real>& along, const Pack<Real>* low, const Pack<Real>* high, int first,
              int stride, int axis) {
    Pack<Real> out[n];
    along.multiply(low + first, stride, out);
    for (int m = 0; m < n; ++m) slope_low[axis][first + m * stride] = out[m];
    along.multiply(high + first, stride, out);
    for (int m = 0; m < n; ++m) slope_high[axis][first + m * stride] = out[m];
  }
};

/// Takes from the stresses at point p of a pack what its mechanisms have relaxed; `factor` is that of the moduli. Memories of the first
/// `count` elements go a step on.
template <class Law, int Dim, class Real>
[[gnu::always_inline]] inline void relax(const ElementArrays<Real>& s, int layer, int p, std::ptrdiff_t e,
                                         std::ptrdiff_t count, const Pack<Real>& factor,
                                         const Pack<Real> (&g)[Dim][Dim], Pack<Real> (&stress)[Dim][Dim]) {
  using Stress = physics::Symmetric<Dim, Pack<Real>>;
  const RelaxationArrays<Real>& r = *s.relaxation;
  const physics::Strain<Dim, Pack<Real>> strain = physics::strain_of_gradient(g);
  const std::ptrdiff_t of_element = layer * s.modulus_layer + p * s.modulus_point + e;
  Real* memory = r.memory_at(layer, 0, p, e);
  Stress whole, shear;
  if constexpr (Law::is_general) {
    constexpr int n_shear = physics::n_shear_moduli<Dim>;
    Pack<Real> t[n_shear];
    for (int n = 0; n < n_shear; ++n) t[n] = factor * load_pack(r.shear[static_cast<std::size_t>(n)] + of_element);
    shear = physics::shear_stress(t, strain);
    for (int n = 0; n < Stress::size; ++n) whole.of[n] = stress[Stress::first_axis(n)][Stress::second_axis(n)];
  }
  for (int l = 0; l < r.n_mechanisms; ++l) {
    const Pack<Real> first = load_pack(r.modulus[l][0] + of_element), second = load_pack(r.modulus[l][1] + of_element);
    Stress relaxing;
    if constexpr (Law::is_general)
      relaxing = parts_of_stress<Dim>(first, whole, second, shear);
    else
      relaxing = physics::stress(physics::Isotropic<Pack<Real>>{factor * first, factor * second}, strain);
    for (int n = 0; n < Stress::size; ++n, memory += r.memory_stress) {
      __builtin_prefetch(memory + 2 * pack_size<Real> - 1, 1, 2);
      Pack<Real> kept = load_pack(memory);
      const Pack<Real> part = relaxed_part(r.step[l], relaxing.of[n], kept);
      const int a = Stress::first_axis(n), b = Stress::second_axis(n);
      stress[a][b] -= part;
      if (a != b) stress[b][a] -= part;
      if (count >= pack_size<Real>)
        store_pack(memory, kept);
      else
        store_first(memory, kept, static_cast<int>(count));
    }
  }
}

template <class Law, int N, class Real, ElementShape kind>
void stiffness_3d(const ElementArrays<Real>& s, const Real* u_all, Real* f_all, int layer, std::ptrdiff_t first,
                  std::ptrdiff_t last) {
  constexpr int n = N + 1, n2 = n * n, n3 = n2 * n, nc = Law::n_components;
  using P = Pack<Real>;
  using Line = LineDerivative<n, Real>;
  constexpr bool deformed = kind == ElementShape::deformed, general = kind == ElementShape::general;
  const Real* dz = kind == ElementShape::flat ? s.derivative_up + layer * n2 : s.derivative[2];
  const Line of[] = {{s.derivative[0], false}, {s.derivative[1], false}, {dz, false}};
  const Line back[] = {{s.derivative[0], true}, {s.derivative[1], true}, {dz, true}};
  P u[nc][n3], up[nc][n3];
  Shape<3, n, Real> shape;
  for (std::ptrdiff_t e = first; e < last; e += pack_size<Real>) {
    const std::ptrdiff_t at = e + layer * s.layer;
    [[maybe_unused]] const std::ptrdiff_t pack = e / pack_size<Real> * n3;  // its first point
    for (int c = 0; c < nc; ++c)
      for (int p = 0; p < n3; ++p)
        if constexpr (general)
          u[c][p] = places_of(s, pack + p).load(u_all + c * s.component);
        else
          u[c][p] = load_pack(u_all + c * s.component + s.offset[p] + at);
    if constexpr (deformed) shape.read(s, of, s.rise + layer * s.rise_layer + e, fill_pack(s.half_height[layer]));
    for (int c = 0; c < nc; ++c)
      for (int q = 0; q < n2; ++q) {
        P out[n];
        of[2].multiply(&u[c][q], n2, out);
        for (int k = 0; k < n; ++k) up[c][k * n2 + q] = out[k];
      }
    for (int k = 0; k < n; ++k) {
      P gx[nc][n2], gy[nc][n2];
      for (int c = 0; c < nc; ++c) {
        P out[n];
        for (int j = 0; j < n; ++j) {
          of[0].multiply(&u[c][k * n2 + j * n], 1, out);
          for (int i = 0; i < n; ++i) gx[c][j * n + i] = out[i];
        }
        for (int i = 0; i < n; ++i) {
          of[1].multiply(&u[c][k * n2 + i], n, out);
          for (int j = 0; j < n; ++j) gy[c][j * n + i] = out[j];
        }
      }
      for (int q = 0; q < n2; ++q) {
        const int p = k * n2 + q;
        // The streams are too many for the prefetchers of the hardware; prefetched a few at a time they come while this pack is done.
        // Packs straddle lines: the line in which the next pack begins is here already, that in which it ends is not.
        for (int c = 0; c < nc && !general; ++c) {
          const std::ptrdiff_t next = c * s.component + s.offset[p] + at + 2 * pack_size<Real> - 1;
          __builtin_prefetch(u_all + next, 0, 2);
          __builtin_prefetch(f_all + next, 0, 2);
        }
        P g[3][nc], stress[3][nc], modulus[Law::n_moduli];
        for (int c = 0; c < nc; ++c) {
          g[0][c] = gx[c][q];
          g[1][c] = gy[c][q];
          g[2][c] = up[c][p];
        }
        for (int m = 0; m < Law::n_moduli; ++m) {
          const Real* here = s.modulus[m] + layer * s.modulus_layer + p * s.modulus_point + e;
          if (s.modulus_point != 0) __builtin_prefetch(here + 2 * pack_size<Real> - 1, 0, 2);
          modulus[m] = general ? load_pack(here) : s.weight[p] * load_pack(here);
        }
        if constexpr (deformed) {
          const Real above = s.weight[n3 + k], below = Real(1) - above;  // shares of the upper and the lower face
          const Slant<3, nc, P> slant{
              shape.inverse[q],
              {shape.inverse[q] * (below * shape.slope_low[0][q] + above * shape.slope_high[0][q]),
               shape.inverse[q] * (below * shape.slope_low[1][q] + above * shape.slope_high[1][q])}};
          for (int m = 0; m < Law::n_moduli; ++m) modulus[m] *= shape.half_height[q];
          slant.to_gradient(g);
          Law::stress(g, modulus, stress);
          if constexpr (Law::relaxes)
            relax<Law, 3, Real>(s, layer, p, e, last - e, s.weight[p] * shape.half_height[q], g, stress);
          slant.from_stress(stress);
        } else if constexpr (general) {
          const Real* of_point = s.metric + (pack + p) * n_metric(3) * pack_size<Real>;
          const P volume = load_pack(of_point);
          const auto metric = load_metric<3, nc>(of_point);
          for (int m = 0; m < Law::n_moduli; ++m) modulus[m] *= volume;
          metric.to_gradient(g);
          Law::stress(g, modulus, stress);
          if constexpr (Law::relaxes) relax<Law, 3, Real>(s, layer, p, e, last - e, volume, g, stress);
          metric.from_stress(stress);
        } else {
          Law::stress(g, modulus, stress);
          if constexpr (Law::relaxes) relax<Law, 3, Real>(s, layer, p, e, last - e, fill_pack(s.weight[p]), g, stress);
        }
        for (int c = 0; c < nc; ++c) {
          gx[c][q] = stress[0][c];
          gy[c][q] = stress[1][c];
          up[c][p] = stress[2][c];
        }
      }
      // The displacements of this plane are used up: the forces of the stresses along x and y take their place.
      for (int c = 0; c < nc; ++c) {
        P out[n];
        for (int j = 0; j < n; ++j) {
          back[0].multiply(&gx[c][j * n], 1, out);
          for (int i = 0; i < n; ++i) u[c][k * n2 + j * n + i] = out[i];
        }
        for (int i = 0; i < n; ++i) {
          back[1].multiply(&gy[c][i], n, out);
          for (int j = 0; j < n; ++j) u[c][k * n2 + j * n + i] += out[j];
        }
      }
    }
    for (int c = 0; c < nc; ++c)
      for (int q = 0; q < n2; ++q) {
        P out[n];
        back[2].multiply(&up[c][q], n2, out);
        for (int k = 0; k < n; ++k) {
          const P force = out[k] + u[c][k * n2 + q];
          if constexpr (general)
            places_of(s, pack + k * n2 + q).subtract(f_all + c * s.component, force, last - e);
          else
            subtract(f_all + c * s.component + s.offset[k * n2 + q] + at, force, last - e);
        }
      }
  }
}

template <class Law, int N, class Real, ElementShape kind>
void stiffness_2d(const ElementArrays<Real>& s, const Real* u_all, Real* f_all, int /*layer*/, std::ptrdiff_t first,
                  std::ptrdiff_t last) {
  constexpr int n = N + 1, n2 = n * n, nc = Law::n_components;
  constexpr bool deformed = kind == ElementShape::deformed, general = kind == ElementShape::general;
  using P = Pack<Real>;
  using Line = LineDerivative<n, Real>;
  const Line of[] = {{s.derivative[0], false}, {s.derivative[1], false}};
  const Line back[] = {{s.derivative[0], true}, {s.derivative[1], true}};
  P gx[nc][n2], gz[nc][n2];
  Shape<2, n, Real> shape;
  for (std::ptrdiff_t e = first; e < last; e += pack_size<Real>) {
    [[maybe_unused]] const std::ptrdiff_t pack = e / pack_size<Real> * n2;  // its first point
    const P flat = general ? fill_pack(Real(1)) : load_pack(s.half_height + e);
    if constexpr (deformed) shape.read(s, of, s.rise + e, flat);
    for (int c = 0; c < nc; ++c) {
      P u[n2], out[n];
      for (int p = 0; p < n2; ++p)
        if constexpr (general)
          u[p] = places_of(s, pack + p).load(u_all + c * s.component);
        else
          u[p] = load_pack(u_all + c * s.component + s.offset[p] + e);
      for (int j = 0; j < n; ++j) {
        of[0].multiply(&u[j * n], 1, out);
        for (int i = 0; i < n; ++i) gx[c][j * n + i] = out[i];
      }
      for (int i = 0; i < n; ++i) {
        of[1].multiply(&u[i], n, out);
        for (int j = 0; j < n; ++j) gz[c][j * n + i] = out[j];
      }
    }
    Slant<2, nc, P> slant{Real(1) / flat, {P{}}};
    for (int p = 0; p < n2; ++p) {
      P g[2][nc], stress[2][nc], modulus[Law::n_moduli];
      for (int m = 0; m < Law::n_moduli; ++m)
        modulus[m] = general ? load_pack(s.modulus[m] + p * s.modulus_point + e)
                             : s.weight[p] * load_pack(s.modulus[m] + p * s.modulus_point + e);
      for (int c = 0; c < nc; ++c) {
        g[0][c] = gx[c][p];
        g[1][c] = gz[c][p];
      }
      if constexpr (deformed) {
        const int q = p % n;
        const Real above = s.weight[n2 + p / n], below = Real(1) - above;
        slant = {shape.inverse[q],
                 {shape.inverse[q] * (below * shape.slope_low[0][q] + above * shape.slope_high[0][q])}};
        for (int m = 0; m < Law::n_moduli; ++m) modulus[m] *= shape.half_height[q];
      }
      if constexpr (general) {
        const Real* of_point = s.metric + (pack + p) * n_metric(2) * pack_size<Real>;
        const P volume = load_pack(of_point);
        const auto metric = load_metric<2, nc>(of_point);
        for (int m = 0; m < Law::n_moduli; ++m) modulus[m] *= volume;
        metric.to_gradient(g);
        Law::stress(g, modulus, stress);
        if constexpr (Law::relaxes) relax<Law, 2, Real>(s, 0, p, e, last - e, volume, g, stress);
        metric.from_stress(stress);
      } else {
        slant.to_gradient(g);
        Law::stress(g, modulus, stress);
        if constexpr (Law::relaxes) {
          P factor = fill_pack(s.weight[p]);
          if constexpr (deformed) factor *= shape.half_height[p % n];
          relax<Law, 2, Real>(s, 0, p, e, last - e, factor, g, stress);
        }
        slant.from_stress(stress);
      }
      for (int c = 0; c < nc; ++c) {
        gx[c][p] = stress[0][c];
        gz[c][p] = stress[1][c];
      }
    }
    for (int c = 0; c < nc; ++c) {
      P sum[n2], out[n];
      for (int j = 0; j < n; ++j) {
        back[0].multiply(&gx[c][j * n], 1, out);
        for (int i = 0; i < n; ++i) sum[j * n + i] = out[i];
      }
      for (int i = 0; i < n; ++i) {
        back[1].multiply(&gz[c][i], n, out);
        for (int j = 0; j < n; ++j) {
          const P force = sum[j * n + i] + out[j];
          if constexpr (general)
            places_of(s, pack + j * n + i).subtract(f_all + c * s.component, force, last - e);
          else
            subtract(f_all + c * s.component + s.offset[j * n + i] + e, force, last - e);
        }
      }
    }
  }
}

}  // namespace unda::sem
