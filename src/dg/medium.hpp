// What an element is made of and how it lies: constant over the element. T is a number, or a pack of numbers for as many
// elements as it has places.
#pragma once

#include <cstddef>

#include "physics/isotropic.hpp"
#include "physics/riemann.hpp"

namespace unda::dg {

/// One side of a face, seen from its element. Beyond a boundary there is the medium that makes the condition hold with a field
/// of zero there.
template <class T>
struct FaceMedium {
  T normal[3];  ///< unit vector out of the element
  T scale;      ///< 2 area / |J|: from the unit triangle to the unit tetrahedron
  physics::Beyond<T> beyond;
};

template <class T>
struct ElementMedium {
  T gradient[3][3];  ///< [a][i]: d xi_a / d x_i
  physics::Isotropic<T> moduli;
  T buoyancy;  ///< 1/rho, m^3/kg
  physics::Impedance<T> impedance;
  FaceMedium<T> face[4];
};

/// The medium of one element among blocks, [block][number][place in the block], the numbers in the order of ElementMedium.
template <class Real>
struct MediumView {
  const Real* at = nullptr;
  std::size_t stride = 1;

  static constexpr std::size_t n_numbers = sizeof(ElementMedium<Real>) / sizeof(Real);
  static constexpr MediumView of(const Real* blocks, std::size_t width, std::size_t place) {
    return {blocks + place / width * width * n_numbers + place % width, width};
  }
  constexpr Real gradient(int a, int i) const { return at[static_cast<std::size_t>(3 * a + i) * stride]; }
  constexpr physics::Isotropic<Real> moduli() const { return {at[9 * stride], at[10 * stride]}; }
  constexpr Real buoyancy() const { return at[11 * stride]; }
  constexpr physics::Impedance<Real> impedance() const { return {at[12 * stride], at[13 * stride]}; }
  /// Of face f, by axis.
  constexpr Real normal(int f, int i) const { return at[static_cast<std::size_t>(14 + 8 * f + i) * stride]; }
  constexpr FaceMedium<Real> face(int f) const {
    const Real* n = at + (14 + 8 * static_cast<std::size_t>(f)) * stride;
    return {{n[0], n[stride], n[2 * stride]},
            n[3 * stride],
            {{n[4 * stride], n[5 * stride]}, {n[6 * stride], n[7 * stride]}}};
  }
};
static_assert(MediumView<float>::n_numbers == 46 && sizeof(FaceMedium<float>) == 8 * sizeof(float));

}  // namespace unda::dg
