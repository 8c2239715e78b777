// The forces of elements in absorbing layers on a GPU: a block a pack, a thread a column of points. Memories are most of the bytes, and
// begin their way into shared memory before anything else is asked for.
#pragma once

#include "exec/pack.cuh"
#include "sem/device/columns.cuh"
#include "sem/device/layer_arrays.hpp"

namespace unda::sem {

/// Numbers of shared memory for an element: its displacements and fluxes.
template <class Law, int Dim, class Real>
constexpr int layer_shared_numbers(int n) {
  return (Dim == 3 ? n * n : n) * Law::n_components * (n + flux_planes<Real>(n) * (Dim - 1));
}

template <class Law, int Dim, int Degree, class Real>
struct LayerElements {
  using Number = Real;
  static constexpr int max_n = points_in_line<Degree>, nc = Law::n_components,
                       lanes = layer_lanes<Dim, Real>(max_n, nc);
  LayerArrays<Real> all;
  Line<max_n, Real> line;
  int n_staged;  ///< packs with at most so many memories a point bring them into shared memory

  __device__ void operator()(Real* shared) const {
    const Column<Law, Dim, Degree, Real, lanes> column(line, all.per_metre.data(), shared);
    const int n = column.n(), n_columns = Dim == 3 ? n * n : n, n_threads = column.n_threads();
    const LayerPack<Real>& pack = all.packs[blockIdx.x];
    const LayerPoint<Law, Dim, Real> point{all, pack, column.lane};
    const int n_kept = point.n_kept();
    Real* planes = shared + column.n_fluxes();
    Real* const memory = all.memory + pack.memory + column.thread();
    const Real* before = memory;
    if (n_kept <= n_staged) {
      Real* staged = planes + n * nc * n_threads + column.thread();
      for (int m = 0; m < n * n_kept; ++m) exec::copy_ahead(staged + m * n_threads, memory + m * n_threads);
      before = staged;
    } else {
      for (int m = 0; m < n * n_kept; ++m) exec::prefetch(memory + m * n_threads);
    }
    const std::ptrdiff_t first = pack.first[column.lane];
    const Real viscosity = pack.viscosity[column.lane];
    Real u[nc][max_n]{}, f[nc][max_n]{};
#pragma unroll
    for (int k = 0; k < n; ++k) {
      const std::ptrdiff_t place = all.offset[k * n_columns + column.q] + first;
#pragma unroll
      for (int c = 0; c < nc; ++c)
        *column.own(planes, c, k) = u[c][k] = exec::multiply_add(viscosity, __ldg(all.v + place + c * all.component),
                                                                 __ldg(all.u + place + c * all.component));
    }
    exec::await_copies();
    __syncthreads();
    const auto flux = [&](int k, Real(&g)[Dim][nc], Real(&s)[Dim][nc]) {
      const std::array<int, 3> at{column.number_along(0), Dim == 3 ? column.number_along(1) : k, k};
      const int skipped = k * n_kept * n_threads;
      point.flux(at, k * n_columns + column.q, column.q, line.height[k],
                 PointMemory<Real>{before + skipped, memory + skipped, n_threads}, g, s);
    };
    column.add_forces(u, planes, flux, f);
    Real* const forces = all.forces + pack.forces + column.thread();
#pragma unroll
    for (int c = 0; c < nc; ++c)
#pragma unroll
      for (int k = 0; k < n; ++k) forces[(c * n + k) * n_threads] = f[c][k];
  }
};

}  // namespace unda::sem
