// The forces of elements on a GPU, some elements a block: a thread is a column of points of one element. Derivatives along z stay in its
// registers, those along x and y go through shared memory, plane after plane; neighbouring threads are neighbouring elements.
//
// The products with transposed derivatives need no second matrix: w_m D[m][i] = B_mi - w_i D[i][m], B = diag(-1, 0, .., 0, 1).
#pragma once

#include "exec/arithmetic.hpp"
#include "sem/device/block_shape.hpp"
#include "sem/device/elements.hpp"
#include "sem/kernels/laws.hpp"

namespace unda::sem {

/// Degree 0: as the line says, up to max_degree.
template <int Degree>
inline constexpr int points_in_line = (Degree > 0 ? Degree : max_degree) + 1;

/// Numbers of shared memory for an element: displacements, of two layers where elements go up through layers; fluxes along x and y;
/// velocities and masses of the columns in its middle.
template <class Law, int Dim, class Real>
constexpr int shared_numbers(int n) {
  const int n_columns = Dim == 3 ? n * n : n, n_inside = Dim == 3 ? (n - 2) * (n - 2) : n - 2;
  return n_columns * Law::n_components * (Dim - 1) * (n + flux_planes<Real>(n)) +
         n_inside * (Law::n_components + 1) * (n - 1);
}

/// Elements of a block: threads and shared memory allow so many.
template <class Law, int Dim, class Real>
constexpr int elements_of_block(int n) {
  const int n_columns = Dim == 3 ? n * n : n;
  for (int lanes = Dim == 3 ? 16 : 32; lanes > 1; lanes /= 2)
    if (lanes * n_columns <= (n > max_degree ? 1024 : 300) &&
        lanes * shared_numbers<Law, Dim, Real>(n) * static_cast<int>(sizeof(Real)) <= 112 * 1024)
      return lanes;
  return 1;
}

/// Blocks that a multiprocessor runs at a time, by the registers that a thread needs: its line of displacements and of forces,
/// derivatives along two axes, moduli where these are many, and some more.
template <class Law, class Real>
constexpr int blocks_at_a_time(int n, int n_threads) {
  const int moduli = Law::n_moduli > 2 ? Law::n_moduli : 0, others = Law::relaxes ? 68 : 44;
  const int registers = static_cast<int>(sizeof(Real) / 4) * (2 * (Law::n_components + 1) * n + moduli) + others;
  const int blocks = 65536 / ((n_threads + 63) / 64 * 64 * registers);
  return blocks > 1 ? blocks : 1;
}

/// `Lanes`: elements of a block, known to the compiler together with the degree.
template <class Law, int Dim, int Degree, class Real, int Lanes>
struct Column {
  static constexpr int max_n = points_in_line<Degree>, nc = Law::n_components;

  /// What a layer leaves for the one above at the plane of points between them: its derivatives along x and y, which are those of both,
  /// and fluxes that act across it together with those of the layer above. So that plane goes through shared memory once.
  struct Seam {
    Real g[Dim - 1][nc]{}, s[Dim - 1][nc]{};
  };

  const Line<max_n, Real>& line;
  const int lane, q;
  Real* fluxes;            ///< in shared memory
  Real d[Dim - 1][max_n];  ///< derivatives per metre along x and y at this column
  Real at_end[Dim - 1];    ///< B of this column, with the weights of the other axes
  Real weight;             ///< of the column

  __device__ int n() const { return Degree > 0 ? Degree + 1 : line.n; }
  __device__ int lanes() const { return Degree > 0 ? Lanes : static_cast<int>(blockDim.x); }
  __device__ int n_threads() const { return lanes() * (Dim == 3 ? n() * n() : n()); }
  __device__ int number_along(int axis) const { return axis == 0 ? q % n() : q / n(); }
  __device__ int thread() const { return q * lanes() + lane; }
  /// The thread of another column of the element.
  __device__ int other(int axis, int m) const {
    return (axis == 0 ? q - q % n() + m : q % n() + m * n()) * lanes() + lane;
  }

  /// The column of a thread. The columns that a warp holds lie side by side along x, what is left of the rows along y: then no two of
  /// them ask the same bank of shared memory for different numbers.
  __device__ static int column_of(int number, int n, int lanes) {
    if (Dim == 2 || lanes >= 32) return number;
    const int in_warp = 32 / lanes, rest = n % in_warp, in_row = n - rest;
    if (number < in_row * n) return number / in_row * n + number % in_row;
    return (number - in_row * n) / rest * n + in_row + (number - in_row * n) % rest;
  }

  __device__ Column(const Line<max_n, Real>& l, const Real* per_metre, Real* memory)
      : line(l),
        lane(static_cast<int>(threadIdx.x)),
        q(column_of(static_cast<int>(threadIdx.y), n(), lanes())),
        fluxes(memory) {
    weight = 1;
    for (int a = 0; a < Dim - 1; ++a) weight *= line.weight[number_along(a)];
    for (int a = 0; a < Dim - 1; ++a) {
      const int i = number_along(a);
      for (int m = 0; m < n(); ++m) d[a][m] = line.d[i * n() + m] * per_metre[a];
      const Real b = i == 0 ? Real(-1) : i == n() - 1 ? Real(1) : Real(0);
      at_end[a] = b * per_metre[a] * (Dim == 3 ? line.weight[number_along(1 - a)] : Real(1));
    }
  }

  __device__ int n_fluxes() const { return flux_planes<Real>(n()) * (Dim - 1) * nc * n_threads(); }
  /// Where this thread's displacements of a layer lie for the others: component c of point k.
  __device__ Real* own(Real* planes, int c, int k) const { return planes + (k * nc + c) * n_threads() + thread(); }

  /// f -= K u for the element of this thread's column; flux(k, g, s) has the law at point k of the column. All threads of a block
  /// come here together, when all can see each other's displacements in `planes`.
  template <class Flux>
  __device__ void add_forces(const Real (&u)[nc][max_n], const Real* planes, Flux flux, Real (&f)[nc][max_n]) const {
    Seam none;
    add_layer<false>(u, planes, flux, f, none);
  }
  /// The same for a layer of several: the lowest plane has been begun by the layer below, the uppermost is left to the one above.
  template <class Flux>
  __device__ void add_forces(const Real (&u)[nc][max_n], const Real* planes, Flux flux, Real (&f)[nc][max_n],
                             Seam& seam) const {
    add_layer<true>(u, planes, flux, f, seam);
  }
  /// Before the first of them.
  __device__ void begin(const Real* planes, Seam& seam) const {
#pragma unroll
    for (int c = 0; c < nc; ++c)
#pragma unroll
      for (int a = 0; a < Dim - 1; ++a) seam.g[a][c] = derivative_across(planes, a, c, 0);
  }
  /// After the last: the fluxes of its uppermost plane, whose forces are f[c][0] by then. All threads of a block come here together.
  __device__ void finish(const Seam& seam, Real (&f)[nc][max_n]) const {
    const int last = n() - 1, t = thread();
#pragma unroll
    for (int c = 0; c < nc; ++c)
#pragma unroll
      for (int a = 0; a < Dim - 1; ++a) fluxes_of(last, a, c)[t] = seam.s[a][c];
    __syncthreads();
    add_across(last, 0, f);
  }

 private:
  __device__ Real* fluxes_of(int k, int a, int c) const {
    return fluxes + ((k % flux_planes<Real>(n()) * (Dim - 1) + a) * nc + c) * n_threads();
  }

  template <bool goes_on, class Flux>
  __device__ void add_layer(const Real (&u)[nc][max_n], const Real* planes, Flux flux, Real (&f)[nc][max_n],
                            Seam& seam) const {
    const int at_once = planes_at_once<Real>(n()), n_across = goes_on ? n() - 1 : n();
#pragma unroll
    for (int first = 0; first < n_across; first += at_once) {
#pragma unroll
      for (int k = first; k < first + at_once && k < n_across; ++k)
        add_along_column<goes_on>(u, planes, flux, k, f, seam);
      if (goes_on && first + at_once >= n_across) add_along_column<goes_on>(u, planes, flux, n_across, f, seam);
      __syncthreads();
#pragma unroll
      for (int k = first; k < first + at_once && k < n_across; ++k) add_across(k, k, f);
    }
  }

  /// Along x or y, of component c at point k.
  __device__ Real derivative_across(const Real* planes, int a, int c, int k) const {
    const Real* plane = planes + (k * nc + c) * n_threads();
    Real sum = d[a][0] * plane[other(a, 0)];
#pragma unroll
    for (int m = 1; m < n(); ++m) sum = exec::multiply_add(d[a][m], plane[other(a, m)], sum);
    return sum;
  }

  /// The fluxes at point k: along z they act on this column, along x and y they are written down.
  template <bool goes_on, class Flux>
  __device__ void add_along_column(const Real (&u)[nc][max_n], const Real* planes, Flux flux, int k,
                                   Real (&f)[nc][max_n], Seam& seam) const {
    const bool is_lowest = goes_on && k == 0, is_uppermost = goes_on && k == n() - 1;
    Real g[Dim][nc], s[Dim][nc];
#pragma unroll
    for (int c = 0; c < nc; ++c) {
#pragma unroll
      for (int a = 0; a < Dim - 1; ++a) {
        g[a][c] = is_lowest ? seam.g[a][c] : derivative_across(planes, a, c, k);
        if (is_uppermost) seam.g[a][c] = g[a][c];
      }
      Real sum = line.d[k * n()] * u[c][0];
#pragma unroll
      for (int m = 1; m < n(); ++m) sum = exec::multiply_add(line.d[k * n() + m], u[c][m], sum);
      g[Dim - 1][c] = sum;
    }
    flux(k, g, s);
    const int t = thread();
#pragma unroll
    for (int c = 0; c < nc; ++c) {
      Real ends = 0;
#pragma unroll
      for (int a = 0; a < Dim - 1; ++a) {
        ends = exec::multiply_add(at_end[a], s[a][c], ends);
        if (is_uppermost)
          seam.s[a][c] = s[a][c];
        else
          fluxes_of(k, a, c)[t] = is_lowest ? s[a][c] + seam.s[a][c] : s[a][c];
      }
      const Real up = -weight * s[Dim - 1][c];
#pragma unroll
      for (int m = 0; m < n(); ++m) f[c][m] = exec::multiply_add(line.weighted[k * n() + m], up, f[c][m]);
      f[c][k] = exec::multiply_add(-line.weight[k], ends, f[c][k]);
    }
  }

  /// What the fluxes along x and y in the plane of point `written` do to the forces of point k: the same, or the lowest for the
  /// uppermost, which has the same weight.
  __device__ void add_across(int written, int k, Real (&f)[nc][max_n]) const {
#pragma unroll
    for (int c = 0; c < nc; ++c) {
      Real inside = 0;
#pragma unroll
      for (int a = 0; a < Dim - 1; ++a)
#pragma unroll
        for (int m = 0; m < n(); ++m)
          inside = exec::multiply_add(d[a][m], fluxes_of(written, a, c)[other(a, m)], inside);
      f[c][k] = exec::multiply_add(line.weight[k] * weight, inside, f[c][k]);
    }
  }
};

}  // namespace unda::sem
