// The forces of elements in absorbing layers on a GPU: packs of elements that share no point, a block a pack or a part of one. Memories
// are most of the work, so that where elements are small a thread is a point; in large ones it is a column of points.
#pragma once

#include "sem/device/columns.cuh"
#include "sem/kernels/absorbing_layer.hpp"

namespace unda::sem {

/// Elements of a block: all of a pack, or a part of one.
template <class Law, int Dim, class Real>
constexpr int lanes_in_layers(int n) {
  const int most = elements_of_block<Law, Dim, Real>(n);
  return most < elements_of_pack<Real> ? most : elements_of_pack<Real>;
}

/// Blocks side by side have parts of the same pack: what one of them reads of a line of memory is still near for the next.
template <class Real>
constexpr int parts_of_pack(int lanes) {
  return elements_of_pack<Real> / lanes;
}
template <class Real>
__device__ int first_lane(int lanes) {
  return static_cast<int>(blockIdx.x) % parts_of_pack<Real>(lanes) * lanes;
}

/// What the layers do at point `at` of an element in a pack, its number in the element p.
template <class Law, int Dim, class Real>
struct LayerPoint {
  static constexpr int nc = Law::n_components, in_pack = elements_of_pack<Real>, n_shape = 2 + 2 * (Dim - 1);
  const AbsorbingArrays<Real>& all;
  const AbsorbingPack<Real>& pack;
  const std::array<bool, 3> stretched;
  const int lane;

  __device__ const Real* constant(std::size_t at) const { return all.constants + at * in_pack + lane; }
  __device__ std::size_t n_kept() const { return static_cast<std::size_t>(n_memories(Dim, nc, stretched)); }
  __device__ Real* memory_of(int p) const {
    return all.memory + (pack.memory + static_cast<std::size_t>(p) * n_kept()) * in_pack + lane;
  }
  /// Brings the memories of a point near while its gradient is found.
  __device__ void prefetch(int p) const {
    if (!all.memory) return;
    const Real* memory = memory_of(p);
    for (std::size_t m = 0; m < n_kept(); ++m) exec::prefetch(memory + m * in_pack);
  }
  __device__ void flux(const std::array<int, 3>& at, int p, int column, Real height, Real (&g)[Dim][nc],
                       Real (&s)[Dim][nc]) const {
    const auto point = static_cast<std::size_t>(p);
    Stretch<Law, Dim, Real, Real, in_pack> stretch{stretched, {}, memory_of(p), all.fading};
    for (int a = 0; a < Dim; ++a)
      stretch.profile[a] = constant(pack.profile[a] + static_cast<std::size_t>(n_profiles * at[a]));
    const Real* shape = constant(pack.shape + (all.deformed ? static_cast<std::size_t>(column) * n_shape : 0));
    const Real half = exec::load_constant(shape), inverse = exec::load_constant(shape + in_pack);
    Real modulus[Law::n_moduli];
    for (int m = 0; m < Law::n_moduli; ++m)
      modulus[m] =
          half * exec::load_constant(constant(pack.moduli + (all.moduli_by_point ? point : 0) * Law::n_moduli + m));
    Slant<Dim, nc, Real> slant{inverse, {}};
    for (int a = 0; a + 1 < Dim; ++a)
      slant.slope[a] = inverse * ((1 - height) * exec::load_constant(shape + (2 + a) * in_pack) +
                                  height * exec::load_constant(shape + (2 + Dim - 1 + a) * in_pack));
    slant.to_gradient(g);
    stretch.flux(g, modulus, s);
    slant.from_stress(s);
  }
};

/// What both kernels read and write.
template <int max_n, class Real>
struct LayerArrays {
  AbsorbingArrays<Real> all;
  Line<max_n, Real> line;
  std::array<Real, 2> per_metre;
  const AbsorbingPack<Real>* packs;
  const Real *u_all, *v_all;
  Real* f_all;
};

/// A thread is a point.
template <class Law, int Dim, int Degree, class Real>
struct LayerPoints {
  using Number = Real;
  static constexpr int max_n = points_in_line<Degree>, nc = Law::n_components, in_pack = elements_of_pack<Real>;
  LayerArrays<max_n, Real> arrays;

  /// Elements of a block; 0: a column kernel is for these.
  static constexpr int lanes_for(int n) {
    const int n_points = Dim == 3 ? n * n * n : n * n;
    for (int lanes = in_pack; lanes >= 4; lanes /= 2)
      if (lanes * n_points <= 1024) return lanes;
    return 0;
  }
  static constexpr int shared_numbers(int n, int n_threads) { return nc * (Dim + 1) * n_threads + n * n; }

  __device__ void operator()(Real* shared) const {
    const auto& [all, line, per_metre, packs, u_all, v_all, f_all] = arrays;
    const int n = Degree > 0 ? Degree + 1 : line.n, p = static_cast<int>(threadIdx.y);
    const int lanes = static_cast<int>(blockDim.x), n_threads = lanes * static_cast<int>(blockDim.y);
    const int lane = first_lane<Real>(lanes) + static_cast<int>(threadIdx.x);
    const int t = p * lanes + static_cast<int>(threadIdx.x);
    const AbsorbingPack<Real>& pack = packs[blockIdx.x / static_cast<unsigned>(parts_of_pack<Real>(lanes))];
    const std::array<int, 3> at{p % n, p / n % n, Dim == 3 ? p / (n * n) : 0};
    const std::array<int, 3> stride{lanes, n * lanes, n * n * lanes};
    const std::ptrdiff_t place = pack.first[lane] + all.elements.offset[p];
    const LayerPoint<Law, Dim, Real> point{all, pack, pack.stretched, lane};
    point.prefetch(p);
    Real *u = shared, *fluxes = shared + nc * n_threads, *d = shared + nc * (Dim + 1) * n_threads;
    for (int m = t; m < n * n; m += n_threads) d[m] = line.d[m];
#pragma unroll
    for (int c = 0; c < nc; ++c) {
      const std::ptrdiff_t number = place + c * all.elements.component;
      u[c * n_threads + t] = exec::multiply_add(pack.viscosity[lane], __ldg(v_all + number), __ldg(u_all + number));
    }
    __syncthreads();
    Real g[Dim][nc], s[Dim][nc];
    Real weight = 1;
#pragma unroll
    for (int a = 0; a < Dim; ++a) {
      weight *= line.weight[at[a]];
      const int first = t - at[a] * stride[a];
#pragma unroll
      for (int c = 0; c < nc; ++c) {
        Real sum = 0;
        for (int m = 0; m < n; ++m)
          sum = exec::multiply_add(d[at[a] * n + m], u[c * n_threads + first + m * stride[a]], sum);
        g[a][c] = a < Dim - 1 ? sum * per_metre[a] : sum;
      }
    }
    point.flux(at, p, Dim == 3 ? p % (n * n) : p % n, line.height[at[Dim - 1]], g, s);
#pragma unroll
    for (int a = 0; a < Dim; ++a)
#pragma unroll
      for (int c = 0; c < nc; ++c)
        fluxes[(a * nc + c) * n_threads + t] = weight * (a < Dim - 1 ? s[a][c] * per_metre[a] : s[a][c]);
    __syncthreads();
    if (lane >= pack.count) return;
#pragma unroll
    for (int c = 0; c < nc; ++c) {
      Real sum = 0;
#pragma unroll
      for (int a = 0; a < Dim; ++a) {
        const Real* line_of_axis = fluxes + (a * nc + c) * n_threads + t - at[a] * stride[a];
        for (int m = 0; m < n; ++m) sum = exec::multiply_add(d[m * n + at[a]], line_of_axis[m * stride[a]], sum);
      }
      f_all[place + c * all.elements.component] -= sum;
    }
  }
};

/// A thread is a column of points.
template <class Law, int Dim, int Degree, class Real>
struct LayerElements {
  using Number = Real;
  static constexpr int max_n = points_in_line<Degree>, nc = Law::n_components, in_pack = elements_of_pack<Real>;
  LayerArrays<max_n, Real> arrays;

  __device__ void operator()(Real* shared) const {
    const auto& [all, line, per_metre, packs, u_all, v_all, f_all] = arrays;
    const Column<Law, Dim, Degree, Real, lanes_in_layers<Law, Dim, Real>(max_n)> column(line, per_metre.data(), shared);
    const int n = column.n(), n_columns = Dim == 3 ? n * n : n;
    const AbsorbingPack<Real>& pack = packs[blockIdx.x / static_cast<unsigned>(parts_of_pack<Real>(column.lanes()))];
    const int lane = first_lane<Real>(column.lanes()) + column.lane;
    const std::ptrdiff_t first = pack.first[lane];
    const Real viscosity = pack.viscosity[lane];
    Real* planes = shared + column.n_fluxes();
    auto place = [&](int c, int k) {
      return c * all.elements.component + all.elements.offset[k * n_columns + column.q] + first;
    };
    Real u[nc][max_n]{}, f[nc][max_n]{};
#pragma unroll
    for (int c = 0; c < nc; ++c)
#pragma unroll
      for (int k = 0; k < n; ++k)
        *column.own(planes, c, k) = u[c][k] =
            exec::multiply_add(viscosity, __ldg(v_all + place(c, k)), __ldg(u_all + place(c, k)));
    __syncthreads();
    const LayerPoint<Law, Dim, Real> point{all, pack, pack.stretched, lane};
    const auto flux = [&](int k, Real(&g)[Dim][nc], Real(&s)[Dim][nc]) {
      const std::array<int, 3> at{column.number_along(0), Dim == 3 ? column.number_along(1) : k, k};
      point.flux(at, k * n_columns + column.q, column.q, line.height[k], g, s);
    };
    column.add_forces(u, planes, flux, f);
    if (lane >= pack.count) return;
#pragma unroll
    for (int c = 0; c < nc; ++c)
#pragma unroll
      for (int k = 0; k < n; ++k) f_all[place(c, k)] += f[c][k];
  }
};

}  // namespace unda::sem
