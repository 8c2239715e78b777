// The forces of elements in absorbing layers on a GPU: a block a pack, a thread a column of points. Memories are most of the bytes, and
// begin their way into shared memory before anything else is asked for, where two blocks on a multiprocessor have room for them.
#pragma once

#include "exec/pack.cuh"
#include "sem/device/columns.cuh"
#include "sem/device/layer_arrays.hpp"

namespace unda::sem {

/// Numbers of shared memory for an element: its displacements and fluxes, and memories that wait there.
template <class Law, int Dim, class Real>
constexpr int layer_shared_numbers(int n, int n_staged) {
  return (Dim == 3 ? n * n : n) * (Law::n_components * (n + flux_planes<Real>(n) * (Dim - 1)) + n_staged * n);
}

/// `Axis`: along which the packs are stretched, or -1: along several.
template <class Law, int Dim, int Degree, class Real, int Axis>
struct LayerElements {
  using Number = Real;
  static constexpr int max_n = points_in_line<Degree>, nc = Law::n_components,
                       lanes = layer_lanes<Dim, Real>(max_n, nc);
  LayerArrays<Real> all;
  Line<max_n, Real> line;
  std::size_t first_pack;

  static constexpr std::array<bool, 3> along_axis() { return {Axis == 0, Axis == 1, Axis == 2}; }
  static constexpr int n_staged() {
    constexpr int n_kept = n_memories(Dim, nc, along_axis()), room = 113 * 1024;
    constexpr int needed = lanes * layer_shared_numbers<Law, Dim, Real>(max_n, n_kept) * static_cast<int>(sizeof(Real));
    return Degree > 0 && Axis >= 0 && lanes % 4 == 0 && needed <= room ? n_kept : 0;
  }

  __device__ void operator()(Real* shared) const {
    const Column<Law, Dim, Degree, Real, lanes> column(line, all.per_metre.data(), shared);
    const int n = column.n(), n_columns = Dim == 3 ? n * n : n, n_threads = column.n_threads();
    const LayerPack<Real>& pack = all.packs[first_pack + blockIdx.x];
    const LayerElementPoints<Law, Dim, Real> points(all, pack, Axis >= 0 ? along_axis() : pack.stretched, column.lane);
    const int n_kept = points.n_kept();
    Real* planes = shared + column.n_fluxes();
    Real* const staged = planes + n * nc * n_threads;
    Real* const memory = all.memory + pack.memory + column.thread();
    if constexpr (n_staged() > 0) {
      // As they lie, whose they are: 16 bytes at a time.
      using Some = typename exec::detail::Native<Real, 16 / sizeof(Real)>::type;
      constexpr int in_some = static_cast<int>(sizeof(Some) / sizeof(Real));
      const int all_staged = n * n_kept * n_threads / in_some,
                own = static_cast<int>(threadIdx.y) * column.lanes() + column.lane;
      for (int m = own; m < all_staged; m += n_threads)
        exec::copy_ahead(reinterpret_cast<Some*>(staged) + m,
                         reinterpret_cast<const Some*>(all.memory + pack.memory) + m);
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
    const LayerMedium<Law, Real> medium = points.medium(column.q, column.q);
    exec::await_copies();
    __syncthreads();
    const auto flux = [&](int k, Real(&g)[Dim][nc], Real(&s)[Dim][nc]) {
      const std::array<int, 3> at{column.number_along(0), Dim == 3 ? column.number_along(1) : k, k};
      const int skipped = k * n_kept * n_threads;
      const PointMemory<Real> own{n_staged() > 0 ? staged + column.thread() + skipped : memory + skipped,
                                  memory + skipped, n_threads};
      LayerMedium<Law, Real> here = medium;
      if (!points.has_one_medium()) here = points.medium(k * n_columns + column.q, column.q);
      points.flux(at, column.q, line.height[k], here, own, g, s);
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
