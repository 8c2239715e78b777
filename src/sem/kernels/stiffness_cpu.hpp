// The stiffness kernels: a pack of elements at a time, loops of a degree known to the compiler.
//
//   gradient of u  ->  stress  ->  its divergence against the polynomials, by parts
//
// In an element whose height varies, x and y stretch evenly and z = z(xi, eta, zeta) is linear in zeta. With t = dz/dzeta,
// which then depends on (xi, eta) alone, and s_a = (dz/dx_a)/t:
//
//   du/dx_a = D_a u - s_a D_zeta u,   du/dz = D_zeta u / t,   volume = t dx dy
#pragma once

#include "base/simd.hpp"
#include "sem/kernels/stiffness.hpp"

namespace unda::sem {

template <class Real>
[[gnu::always_inline]] inline Pack<Real> scaled_add(Real factor, const Pack<Real>& x, const Pack<Real>& sum) {
  return multiply_add<Real>(fill_pack(factor), x, sum);
}

/// Acoustic waves: the flux of the potential.
struct AcousticStress {
  static constexpr int n_components = 1, n_moduli = 1;
  /// gradient and stress: [axis][component]
  template <int Dim, class P>
  [[gnu::always_inline]] static void stress(const P (&g)[Dim][1], const P (&modulus)[1], P (&s)[Dim][1]) {
    for (int a = 0; a < Dim; ++a) s[a][0] = modulus[0] * g[a][0];
  }
};

/// Isotropic elastic waves; in 2-D plane strain. The component of axis a is a.
template <int Dim>
struct ElasticStress {
  static constexpr int n_components = Dim, n_moduli = 2;
  template <int D, class P>
  [[gnu::always_inline]] static void stress(const P (&g)[D][Dim], const P (&modulus)[2], P (&s)[D][Dim]) {
    P divergence = g[0][0];
    for (int a = 1; a < Dim; ++a) divergence += g[a][a];
    const P pressure = modulus[0] * divergence, twice = modulus[1] + modulus[1];
    for (int a = 0; a < Dim; ++a) {
      s[a][a] = pressure + twice * g[a][a];
      for (int b = a + 1; b < Dim; ++b) s[a][b] = s[b][a] = modulus[1] * (g[a][b] + g[b][a]);
    }
  }
};

/// A row of n packs times a matrix, out_i = sum_m matrix[i][m] in_m; or, transposed, with matrix[m][i].
template <int n, bool transposed, class Real>
[[gnu::always_inline]] inline void multiply_line(const Real* matrix, const Pack<Real>* in, int stride,
                                                 Pack<Real> (&out)[n]) {
  Pack<Real> x[n];
#pragma GCC unroll 11
  for (int m = 0; m < n; ++m) x[m] = in[m * stride];
#pragma GCC unroll 11
  for (int i = 0; i < n; ++i) {
    Pack<Real> sum = fill_pack(transposed ? matrix[i] : matrix[i * n]) * x[0];
#pragma GCC unroll 11
    for (int m = 1; m < n; ++m) sum = scaled_add(transposed ? matrix[m * n + i] : matrix[i * n + m], x[m], sum);
    out[i] = sum;
  }
}

/// f[at] -= value in the first `count` places.
template <class Real>
[[gnu::always_inline]] inline void subtract(Real* at, const Pack<Real>& value, std::ptrdiff_t count) {
  const Pack<Real> sum = load_pack(at) - value;
  if (count >= pack_size<Real>)
    store_pack(at, sum);
  else
    store_first(at, sum, static_cast<int>(count));
}

/// Shape of deformed elements at the horizontal points q of a face: t, 1/t, and the slopes dz/dx_a on the two faces.
template <int Dim, int n, class Real>
struct Shape {
  static constexpr int n_columns = Dim == 3 ? n * n : n;
  Pack<Real> half_height[n_columns], inverse[n_columns], slope_low[Dim - 1][n_columns], slope_high[Dim - 1][n_columns];

  void read(const ElementArrays<Real>& s, const Real* rise, const Pack<Real>& flat) {
    Pack<Real> low[n_columns], high[n_columns];
    for (int q = 0; q < n_columns; ++q) {
      low[q] = load_pack(rise + s.rise_offset[q]);
      high[q] = load_pack(rise + s.rise_offset[q] + s.rise_up);
      const Pack<Real> t = flat + Real(0.5) * (high[q] - low[q]);
      half_height[q] = t > 0 ? t : fill_pack(Real(1));  // what is no element may have any height
      inverse[q] = Real(1) / half_height[q];
    }
    for (int b = 0; b < (Dim == 3 ? n : 1); ++b) slopes(s.derivative[0], low, high, b * n, 1, 0);
    if constexpr (Dim == 3)
      for (int a = 0; a < n; ++a) slopes(s.derivative[1], low, high, a, n, 1);
  }

  void slopes(const Real* matrix, const Pack<Real>* low, const Pack<Real>* high, int first, int stride, int axis) {
    Pack<Real> out[n];
    multiply_line<n, false>(matrix, low + first, stride, out);
    for (int m = 0; m < n; ++m) slope_low[axis][first + m * stride] = out[m];
    multiply_line<n, false>(matrix, high + first, stride, out);
    for (int m = 0; m < n; ++m) slope_high[axis][first + m * stride] = out[m];
  }
};

/// From the derivatives of the unit element along z (and those per metre along the others) to the gradient, and back.
template <int Dim, int nc, class Real>
struct Slant {
  Pack<Real> inverse, slope[Dim - 1];  ///< 1/t and s_a

  [[gnu::always_inline]] void to_gradient(Pack<Real> (&g)[Dim][nc]) const {
    for (int c = 0; c < nc; ++c) {
      for (int a = 0; a + 1 < Dim; ++a) g[a][c] -= slope[a] * g[Dim - 1][c];
      g[Dim - 1][c] *= inverse;
    }
  }
  [[gnu::always_inline]] void from_stress(Pack<Real> (&s)[Dim][nc]) const {
    for (int c = 0; c < nc; ++c) {
      s[Dim - 1][c] *= inverse;
      for (int a = 0; a + 1 < Dim; ++a) s[Dim - 1][c] -= slope[a] * s[a][c];
    }
  }
};

template <class Law, int N, class Real, bool deformed>
void stiffness_3d(const ElementArrays<Real>& s, const Real* u_all, Real* f_all, int layer, std::ptrdiff_t first,
                  std::ptrdiff_t last) {
  using P = Pack<Real>;
  constexpr int n = N + 1, n2 = n * n, n3 = n2 * n, nc = Law::n_components;
  const Real *dx = s.derivative[0], *dy = s.derivative[1];
  const Real* dz = deformed ? s.derivative[2] : s.derivative_up + layer * n2;
  P u[nc][n3], up[nc][n3], along[nc][n3];
  Shape<3, n, Real> shape;
  for (std::ptrdiff_t e = first; e < last; e += pack_size<Real>) {
    const std::ptrdiff_t at = e + layer * s.layer;
    for (int c = 0; c < nc; ++c)
      for (int p = 0; p < n3; ++p) {
        u[c][p] = load_pack(u_all + c * s.component + s.offset[p] + at);
      }
    if constexpr (deformed) shape.read(s, s.rise + layer * s.rise_layer + e, fill_pack(s.half_height[layer]));
    for (int k = 0; k < n; ++k) {
      P gx[nc][n2], gy[nc][n2];
      for (int c = 0; c < nc; ++c) {
        P out[n];
        for (int j = 0; j < n; ++j) {
          multiply_line<n, false>(dx, &u[c][k * n2 + j * n], 1, out);
          for (int i = 0; i < n; ++i) gx[c][j * n + i] = out[i];
        }
        for (int i = 0; i < n; ++i) {
          multiply_line<n, false>(dy, &u[c][k * n2 + i], n, out);
          for (int j = 0; j < n; ++j) gy[c][j * n + i] = out[j];
        }
      }
      for (int q = 0; q < n2; ++q) {
        const int p = k * n2 + q;
        // The streams are too many for the hardware to foresee; asked for a few at a time they come while this pack is done.
        for (int c = 0; c < nc; ++c) {
          const std::ptrdiff_t next = c * s.component + s.offset[p] + at + pack_size<Real>;
          __builtin_prefetch(u_all + next, 0, 2);
          __builtin_prefetch(f_all + next, 1, 2);
        }
        P g[3][nc], stress[3][nc], modulus[Law::n_moduli];
        for (int c = 0; c < nc; ++c) {
          g[0][c] = gx[c][q];
          g[1][c] = gy[c][q];
          P sum = fill_pack(dz[k * n]) * u[c][q];
#pragma GCC unroll 11
          for (int m = 1; m < n; ++m) sum = scaled_add(dz[k * n + m], u[c][m * n2 + q], sum);
          g[2][c] = sum;
        }
        for (int m = 0; m < Law::n_moduli; ++m)
          modulus[m] = s.weight[p] * load_pack(s.modulus[m] + layer * s.modulus_layer + p * s.modulus_point + e);
        if constexpr (deformed) {
          const Real above = s.weight[n3 + k], below = Real(1) - above;  // shares of the upper and the lower face
          const Slant<3, nc, Real> slant{
              shape.inverse[q],
              {shape.inverse[q] * (below * shape.slope_low[0][q] + above * shape.slope_high[0][q]),
               shape.inverse[q] * (below * shape.slope_low[1][q] + above * shape.slope_high[1][q])}};
          for (int m = 0; m < Law::n_moduli; ++m) modulus[m] *= shape.half_height[q];
          slant.to_gradient(g);
          Law::stress(g, modulus, stress);
          slant.from_stress(stress);
        } else {
          Law::stress(g, modulus, stress);
        }
        for (int c = 0; c < nc; ++c) {
          gx[c][q] = stress[0][c];
          gy[c][q] = stress[1][c];
          up[c][p] = stress[2][c];
        }
      }
      for (int c = 0; c < nc; ++c) {
        P out[n];
        for (int j = 0; j < n; ++j) {
          multiply_line<n, true>(dx, &gx[c][j * n], 1, out);
          for (int i = 0; i < n; ++i) along[c][k * n2 + j * n + i] = out[i];
        }
        for (int i = 0; i < n; ++i) {
          multiply_line<n, true>(dy, &gy[c][i], n, out);
          for (int j = 0; j < n; ++j) along[c][k * n2 + j * n + i] += out[j];
        }
      }
    }
    for (int c = 0; c < nc; ++c)
      for (int q = 0; q < n2; ++q) {
        P out[n];
        multiply_line<n, true>(dz, &up[c][q], n2, out);
        for (int k = 0; k < n; ++k)
          subtract(f_all + c * s.component + s.offset[k * n2 + q] + at, out[k] + along[c][k * n2 + q], last - e);
      }
  }
}

template <class Law, int N, class Real, bool deformed>
void stiffness_2d(const ElementArrays<Real>& s, const Real* u_all, Real* f_all, int /*layer*/, std::ptrdiff_t first,
                  std::ptrdiff_t last) {
  using P = Pack<Real>;
  constexpr int n = N + 1, n2 = n * n, nc = Law::n_components;
  const Real *dx = s.derivative[0], *dz = s.derivative[1];
  P gx[nc][n2], gz[nc][n2];
  Shape<2, n, Real> shape;
  for (std::ptrdiff_t e = first; e < last; e += pack_size<Real>) {
    const P flat = load_pack(s.half_height + e);
    if constexpr (deformed) shape.read(s, s.rise + e, flat);
    for (int c = 0; c < nc; ++c) {
      P u[n2], out[n];
      for (int p = 0; p < n2; ++p) u[p] = load_pack(u_all + c * s.component + s.offset[p] + e);
      for (int j = 0; j < n; ++j) {
        multiply_line<n, false>(dx, &u[j * n], 1, out);
        for (int i = 0; i < n; ++i) gx[c][j * n + i] = out[i];
      }
      for (int i = 0; i < n; ++i) {
        multiply_line<n, false>(dz, &u[i], n, out);
        for (int j = 0; j < n; ++j) gz[c][j * n + i] = out[j];
      }
    }
    Slant<2, nc, Real> slant{Real(1) / flat, {P{}}};
    for (int p = 0; p < n2; ++p) {
      P g[2][nc], stress[2][nc], modulus[Law::n_moduli];
      for (int m = 0; m < Law::n_moduli; ++m)
        modulus[m] = s.weight[p] * load_pack(s.modulus[m] + p * s.modulus_point + e);
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
      slant.to_gradient(g);
      Law::stress(g, modulus, stress);
      slant.from_stress(stress);
      for (int c = 0; c < nc; ++c) {
        gx[c][p] = stress[0][c];
        gz[c][p] = stress[1][c];
      }
    }
    for (int c = 0; c < nc; ++c) {
      P sum[n2], out[n];
      for (int j = 0; j < n; ++j) {
        multiply_line<n, true>(dx, &gx[c][j * n], 1, out);
        for (int i = 0; i < n; ++i) sum[j * n + i] = out[i];
      }
      for (int i = 0; i < n; ++i) {
        multiply_line<n, true>(dz, &gz[c][i], n, out);
        for (int j = 0; j < n; ++j)
          subtract(f_all + c * s.component + s.offset[j * n + i] + e, sum[j * n + i] + out[j], last - e);
      }
    }
  }
}

}  // namespace unda::sem
