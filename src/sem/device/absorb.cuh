// The forces of elements in absorbing layers on a GPU: packs of elements that share no point, a block a pack or a part of one.
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

template <class Law, int Dim, int Degree, class Real>
struct LayerElements {
  using Number = Real;
  static constexpr int max_n = points_in_line<Degree>, nc = Law::n_components, in_pack = elements_of_pack<Real>;
  AbsorbingArrays<Real> all;
  Line<max_n, Real> line;
  std::array<Real, 2> per_metre;
  const AbsorbingPack<Real>* packs;
  const Real *u_all, *v_all;
  Real* f_all;

  __device__ void operator()(Real* shared) const {
    const Column<Law, Dim, Degree, Real, lanes_in_layers<Law, Dim, Real>(max_n)> column(line, per_metre.data(), shared);
    const int n = column.n(), n_columns = Dim == 3 ? n * n : n;
    const AbsorbingPack<Real>& pack = packs[blockIdx.x];
    const int lane = static_cast<int>(blockIdx.y) * column.lanes() + column.lane;
    const std::ptrdiff_t first = pack.first[lane];
    const Real viscosity = pack.viscosity[lane];
    auto place = [&](int c, int k) {
      return c * all.elements.component + all.elements.offset[k * n_columns + column.q] + first;
    };
    auto constant = [&](std::size_t at) { return all.constants + at * in_pack + lane; };
    Real u[nc][max_n]{}, f[nc][max_n]{};
#pragma unroll
    for (int c = 0; c < nc; ++c)
#pragma unroll
      for (int k = 0; k < n; ++k)
        u[c][k] = exec::multiply_add(viscosity, __ldg(v_all + place(c, k)), __ldg(u_all + place(c, k)));
    constexpr int n_shape = 2 + 2 * (Dim - 1);
    const Real* shape = constant(pack.shape + (all.deformed ? static_cast<std::size_t>(column.q) * n_shape : 0));
    const Real half = exec::load_constant(shape), inverse = exec::load_constant(shape + in_pack);
    const std::size_t n_kept = static_cast<std::size_t>(n_memories(Dim, nc, pack.stretched));
    const auto flux = [&](int k, Real(&g)[Dim][nc], Real(&s)[Dim][nc]) {
      const auto p = static_cast<std::size_t>(k * n_columns + column.q);
      Stretch<Law, Dim, Real, Real, in_pack> stretch{
          pack.stretched, {}, all.memory + (pack.memory + p * n_kept) * in_pack + lane, all.fading};
      for (int a = 0; a < Dim; ++a) {
        const int along = a == Dim - 1 ? k : column.number_along(a);
        stretch.profile[a] = constant(pack.profile[a] + static_cast<std::size_t>(n_profiles * along));
      }
      Real modulus[Law::n_moduli];
      for (int m = 0; m < Law::n_moduli; ++m)
        modulus[m] =
            half * exec::load_constant(constant(pack.moduli + (all.moduli_by_point ? p : 0) * Law::n_moduli + m));
      Slant<Dim, nc, Real> slant{inverse, {}};
      const Real above = line.height[k], below = Real(1) - above;
      for (int a = 0; a + 1 < Dim; ++a)
        slant.slope[a] = inverse * (below * exec::load_constant(shape + (2 + a) * in_pack) +
                                    above * exec::load_constant(shape + (2 + Dim - 1 + a) * in_pack));
      slant.to_gradient(g);
      stretch.flux(g, modulus, s);
      slant.from_stress(s);
    };
    column.add_forces(u, flux, f);
    if (lane >= pack.count) return;
#pragma unroll
    for (int c = 0; c < nc; ++c)
#pragma unroll
      for (int k = 0; k < n; ++k) f_all[place(c, k)] += f[c][k];
  }
};

}  // namespace unda::sem
