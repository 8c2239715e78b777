// The forces of elements on a GPU, some elements a block: a thread is a column of points of one element. Derivatives along z stay in its
// registers, those along x and y go through shared memory, plane after plane; neighbouring threads are neighbouring elements.
//
// The products with transposed derivatives need no second matrix: w_m D[m][i] = B_mi - w_i D[i][m], B = diag(-1, 0, .., 0, 1).
#pragma once

#include "exec/arithmetic.hpp"
#include "sem/device/elements.hpp"
#include "sem/kernels/laws.hpp"

namespace unda::sem {

/// Degree 0: as the line says, up to max_degree.
template <int Degree>
inline constexpr int points_in_line = (Degree > 0 ? Degree : max_degree) + 1;

/// Numbers of shared memory a thread: its displacements, and two planes of fluxes along x and y.
template <class Law, int Dim>
constexpr int shared_numbers(int n) {
  return Law::n_components * (n + 2 * (Dim - 1));
}

/// Elements of a block: threads and shared memory allow so many.
template <class Law, int Dim, class Real>
constexpr int elements_of_block(int n) {
  const int n_columns = Dim == 3 ? n * n : n;
  for (int lanes = Dim == 3 ? 16 : 32; lanes > 1; lanes /= 2)
    if (lanes * n_columns <= (n > max_degree ? 1024 : 512) &&
        lanes * n_columns * shared_numbers<Law, Dim>(n) * static_cast<int>(sizeof(Real)) <= 110 * 1024)
      return lanes;
  return 1;
}

/// Blocks that a multiprocessor runs at a time, by the registers that a thread needs: its line of displacements and of forces, and
/// some more.
template <class Law, class Real>
constexpr int blocks_at_a_time(int n, int n_threads) {
  const int registers = static_cast<int>(sizeof(Real) / 4) * 2 * Law::n_components * n + 40;
  const int blocks = 65536 / (n_threads * registers);
  return blocks > 1 ? blocks : 1;
}

/// `Lanes`: elements of a block, known to the compiler together with the degree.
template <class Law, int Dim, int Degree, class Real, int Lanes>
struct Column {
  static constexpr int max_n = points_in_line<Degree>, nc = Law::n_components;
  const Line<max_n, Real>& line;
  const int lane, q;
  Real* shared;
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

  __device__ Column(const Line<max_n, Real>& l, const Real* per_metre, Real* memory)
      : line(l), lane(static_cast<int>(threadIdx.x)), q(static_cast<int>(threadIdx.y)), shared(memory) {
    weight = 1;
    for (int a = 0; a < Dim - 1; ++a) weight *= line.weight[number_along(a)];
    for (int a = 0; a < Dim - 1; ++a) {
      const int i = number_along(a);
      for (int m = 0; m < n(); ++m) d[a][m] = line.d[i * n() + m] * per_metre[a];
      const Real b = i == 0 ? Real(-1) : i == n() - 1 ? Real(1) : Real(0);
      at_end[a] = b * per_metre[a] * (Dim == 3 ? line.weight[number_along(1 - a)] : Real(1));
    }
  }

  /// f -= K u for the element of this thread's column; flux(k, g, s) has the law at point k of the column. All threads of a block
  /// come here together.
  template <class Flux>
  __device__ void add_forces(const Real (&u)[nc][max_n], Flux flux, Real (&f)[nc][max_n]) const {
    const int t = thread();
#pragma unroll
    for (int k = 0; k < n(); ++k)
#pragma unroll
      for (int c = 0; c < nc; ++c) shared[(k * nc + c) * n_threads() + t] = u[c][k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < n(); ++k) {
      Real g[Dim][nc], s[Dim][nc];
#pragma unroll
      for (int c = 0; c < nc; ++c) {
        const Real* plane = shared + (k * nc + c) * n_threads();
#pragma unroll
        for (int a = 0; a < Dim - 1; ++a) {
          Real sum = d[a][0] * plane[other(a, 0)];
#pragma unroll
          for (int m = 1; m < n(); ++m) sum = exec::multiply_add(d[a][m], plane[other(a, m)], sum);
          g[a][c] = sum;
        }
        Real sum = line.d[k * n()] * u[c][0];
#pragma unroll
        for (int m = 1; m < n(); ++m) sum = exec::multiply_add(line.d[k * n() + m], u[c][m], sum);
        g[Dim - 1][c] = sum;
      }
      flux(k, g, s);
      Real* fluxes = shared + (nc * n() + (k % 2) * (Dim - 1) * nc) * n_threads();
#pragma unroll
      for (int a = 0; a < Dim - 1; ++a)
#pragma unroll
        for (int c = 0; c < nc; ++c) fluxes[(a * nc + c) * n_threads() + t] = s[a][c];
#pragma unroll
      for (int c = 0; c < nc; ++c) {
        const Real up = -weight * s[Dim - 1][c];
#pragma unroll
        for (int m = 0; m < n(); ++m) f[c][m] = exec::multiply_add(line.weighted[k * n() + m], up, f[c][m]);
      }
      __syncthreads();
#pragma unroll
      for (int c = 0; c < nc; ++c) {
        Real inside = 0, ends = 0;
#pragma unroll
        for (int a = 0; a < Dim - 1; ++a) {
          const Real* of_axis = fluxes + (a * nc + c) * n_threads();
#pragma unroll
          for (int m = 0; m < n(); ++m) inside = exec::multiply_add(d[a][m], of_axis[other(a, m)], inside);
          ends = exec::multiply_add(at_end[a], s[a][c], ends);
        }
        f[c][k] = exec::multiply_add(line.weight[k], exec::multiply_add(weight, inside, -ends), f[c][k]);
      }
    }
  }
};

}  // namespace unda::sem
