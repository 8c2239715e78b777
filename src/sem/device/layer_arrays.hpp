// Elements in absorbing layers as loops of devices take them (kernels/absorbing_layer.hpp has the equations). They are worked on in packs,
// in the order of memory, whoever shares points with whom: an element writes its forces into an array of its own, and each point
// adds up what belongs to it afterwards (layer_points.hpp). So they need no colours.
#pragma once

#include <array>
#include <cstddef>

#include "exec/arithmetic.hpp"
#include "sem/device/block_shape.hpp"
#include "sem/kernels/laws.hpp"
#include "sem/kernels/stretch.hpp"

namespace unda::sem {

/// Elements of a pack at most.
inline constexpr int most_layer_lanes = 8;

/// As many as have room in shared memory, with their displacements and fluxes.
template <int Dim, class Real>
constexpr int layer_lanes(int n, int n_components) {
  const int n_columns = Dim == 3 ? n * n : n;
  for (int lanes = most_layer_lanes; lanes > 1; lanes /= 2)
    if (lanes * n_columns <= 1024 &&
        lanes * n_columns * n_components * (n + flux_planes<Real>(n) * (Dim - 1)) * static_cast<int>(sizeof(Real)) <=
            100 * 1024)
      return lanes;
  return 1;
}

/// Elements that are stretched along the same axes. Their numbers begin at these places of the arrays of all.
template <class Real>
struct LayerPack {
  std::array<std::ptrdiff_t, most_layer_lanes>
      first{};  ///< places of their first points; of lanes left over that of the first
  std::array<Real, most_layer_lanes> viscosity{};  ///< s
  int count = 0;
  std::array<bool, 3> stretched{};
  std::size_t shape = 0, moduli = 0;     ///< as in AbsorbingPack, by lane
  std::array<std::size_t, 3> profile{};  ///< likewise
  std::size_t memory = 0;                ///< [point up the column][memory][column][lane]
  std::size_t forces = 0;                ///< [component][point up the column][column][lane]
};

/// On the device.
template <class Real>
struct LayerArrays {
  int degree = 0, lanes = 1;
  bool moduli_by_point = false, deformed = false;
  Real fading = 0;
  std::array<Real, 2> per_metre{};         ///< of horizontal derivatives of the unit element
  std::ptrdiff_t component = 0;            ///< of a field
  const std::ptrdiff_t* offset = nullptr;  ///< of the points of an element
  const LayerPack<Real>* packs = nullptr;
  const Real* constants = nullptr;
  Real *memory = nullptr, *forces = nullptr;
  const Real *u = nullptr, *v = nullptr;
};

/// A point of an element in a pack.
template <class Law, int Dim, class Real>
struct LayerPoint {
  static constexpr int nc = Law::n_components, n_shape = 2 + 2 * (Dim - 1);
  const LayerArrays<Real>& all;
  const LayerPack<Real>& pack;
  int lane;

  constexpr const Real* constant(std::size_t at) const { return all.constants + at * most_layer_lanes + lane; }
  constexpr int n_kept() const { return n_memories(Dim, nc, pack.stretched); }
  /// From the gradient on the unit element to the flux, with the memories of the point; `at`: its numbers along the axes.
  constexpr void flux(const std::array<int, 3>& at, int point, int column, Real height, const PointMemory<Real>& memory,
                      Real (&g)[Dim][nc], Real (&s)[Dim][nc]) const {
    Stretch<Law, Dim, Real, Real, most_layer_lanes> stretch{pack.stretched, {}, memory, all.fading};
    for (int a = 0; a < Dim; ++a)
      stretch.profile[a] = constant(pack.profile[a] + static_cast<std::size_t>(n_profiles * at[a]));
    const Real* shape = constant(pack.shape + static_cast<std::size_t>(all.deformed ? column * n_shape : 0));
    const auto shape_at = [&](int m) { return exec::load_constant(shape + m * most_layer_lanes); };
    const Real half = shape_at(0), inverse = shape_at(1);
    Real modulus[Law::n_moduli];
    for (int m = 0; m < Law::n_moduli; ++m)
      modulus[m] =
          half * exec::load_constant(constant(
                     pack.moduli + static_cast<std::size_t>((all.moduli_by_point ? point : 0) * Law::n_moduli + m)));
    Slant<Dim, nc, Real> slant{inverse, {}};
    if (all.deformed)
      for (int a = 0; a + 1 < Dim; ++a)
        slant.slope[a] = inverse * ((1 - height) * shape_at(2 + a) + height * shape_at(2 + Dim - 1 + a));
    slant.to_gradient(g);
    stretch.flux(g, modulus, s);
    slant.from_stress(s);
  }
};

}  // namespace unda::sem
