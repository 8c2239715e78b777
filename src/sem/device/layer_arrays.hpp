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

/// Packs one behind the other that are stretched along one axis, and so beside one face of the domain; or along several: -1.
struct LayerPackRange {
  std::size_t first = 0, n = 0;
  int axis = -1;
};

/// What an element is made of: at one of its points, or everywhere.
template <class Law, class Real>
struct LayerMedium {
  Real inverse = 1;  ///< 1 over half the height
  Real modulus[Law::n_moduli]{};
};

/// The points of an element in a pack.
template <class Law, int Dim, class Real>
struct LayerElementPoints {
  static constexpr int nc = Law::n_components, n_shape = 2 + 2 * (Dim - 1);
  std::array<bool, 3> stretched;
  bool deformed, moduli_by_point;
  Real fading;
  const Real *shapes, *moduli;
  std::array<const Real*, 3> profiles{};

  constexpr LayerElementPoints(const LayerArrays<Real>& all, const LayerPack<Real>& pack, std::array<bool, 3> axes,
                               int lane)
      : stretched(axes),
        deformed(all.deformed),
        moduli_by_point(all.moduli_by_point),
        fading(all.fading),
        shapes(all.constants + pack.shape * most_layer_lanes + lane),
        moduli(all.constants + pack.moduli * most_layer_lanes + lane) {
    for (int a = 0; a < Dim; ++a)
      if (stretched[a]) profiles[a] = all.constants + pack.profile[a] * most_layer_lanes + lane;
  }

  constexpr int n_kept() const { return n_memories(Dim, nc, stretched); }
  constexpr Real shape(int column, int number) const {
    return exec::load_constant(shapes + ((deformed ? column * n_shape : 0) + number) * most_layer_lanes);
  }
  constexpr bool has_one_medium() const { return !moduli_by_point && !deformed; }
  constexpr LayerMedium<Law, Real> medium(int point, int column) const {
    LayerMedium<Law, Real> found{shape(column, 1), {}};
    const Real half = shape(column, 0);
    const Real* of_point = moduli + (moduli_by_point ? point : 0) * Law::n_moduli * most_layer_lanes;
    for (int m = 0; m < Law::n_moduli; ++m)
      found.modulus[m] = half * exec::load_constant(of_point + m * most_layer_lanes);
    return found;
  }
  /// From the gradient on the unit element to the flux, with the memories of the point; `at`: its numbers along the axes.
  [[gnu::always_inline]] constexpr void flux(const std::array<int, 3>& at, int column, Real height,
                                             const LayerMedium<Law, Real>& medium, const PointMemory<Real>& memory,
                                             Real (&g)[Dim][nc], Real (&s)[Dim][nc]) const {
    Stretch<Law, Dim, Real, Real, most_layer_lanes> stretch{stretched, {}, memory, fading};
    for (int a = 0; a < Dim; ++a)
      if (stretched[a]) stretch.profile[a] = profiles[a] + n_profiles * at[a] * most_layer_lanes;
    Slant<Dim, nc, Real> slant{medium.inverse, {}};
    if (deformed)
      for (int a = 0; a + 1 < Dim; ++a)
        slant.slope[a] =
            medium.inverse * ((1 - height) * shape(column, 2 + a) + height * shape(column, 2 + Dim - 1 + a));
    slant.to_gradient(g);
    stretch.flux(g, medium.modulus, s);
    slant.from_stress(s);
  }
};

}  // namespace unda::sem
