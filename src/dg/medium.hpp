// What an element is made of and how it lies: constant over the element. T is a number, or a pack of numbers for as many
// elements as it has places.
#pragma once

#include <cstddef>

#include "physics/anisotropic.hpp"
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

/// The same of meshes with anisotropic solids, in which all elements have 21 moduli and faces have matrices.
template <class T>
struct GeneralFace {
  T normal[3];
  T scale;
  physics::MatrixFace<T> impedance;
};

template <class T>
struct GeneralMedium {
  T gradient[3][3];
  physics::Anisotropic<3, T> moduli;
  T buoyancy;
  GeneralFace<T> face[4];
};

/// What the traces of both sides of a face make of each other.
template <class T>
[[gnu::always_inline]] constexpr physics::FaceState<T> star_through(const ElementMedium<T>& m,
                                                                    const FaceMedium<T>& side,
                                                                    const physics::FaceState<T>& own,
                                                                    const physics::FaceState<T>& other) {
  return physics::star_state(own, other, side.normal, m.impedance, side.beyond);
}
template <class T>
[[gnu::always_inline]] constexpr physics::FaceState<T> star_through(const GeneralMedium<T>&, const GeneralFace<T>& side,
                                                                    const physics::FaceState<T>& own,
                                                                    const physics::FaceState<T>& other) {
  return physics::star_state(own, other, side.impedance);
}

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
  /// A face and what makes its star states.
  struct Face {
    FaceMedium<Real> side;
    physics::Impedance<Real> impedance;
    constexpr physics::FaceState<Real> star(const physics::FaceState<Real>& own,
                                            const physics::FaceState<Real>& other) const {
      return physics::star_state(own, other, side.normal, impedance, side.beyond);
    }
  };
  constexpr Face face_law(int f) const { return {face(f), impedance()}; }
  /// Of face f, by axis.
  constexpr Real normal(int f, int i) const { return at[static_cast<std::size_t>(14 + 8 * f + i) * stride]; }
  constexpr FaceMedium<Real> face(int f) const {
    const Real* n = at + (14 + 8 * static_cast<std::size_t>(f)) * stride;
    return {{n[0], n[stride], n[2 * stride]},
            n[3 * stride],
            {{n[4 * stride], n[5 * stride]}, {n[6 * stride], n[7 * stride]}}};
  }
};

/// That of GeneralMedium.
template <class Real>
struct GeneralView {
  const Real* at = nullptr;
  std::size_t stride = 1;

  static constexpr std::size_t n_numbers = sizeof(GeneralMedium<Real>) / sizeof(Real);
  static constexpr GeneralView of(const Real* blocks, std::size_t width, std::size_t place) {
    return {blocks + place / width * width * n_numbers + place % width, width};
  }
  constexpr Real gradient(int a, int i) const { return at[static_cast<std::size_t>(3 * a + i) * stride]; }
  /// By places of Voigt.
  constexpr Real modulus(int i, int j) const {
    return at[static_cast<std::size_t>(9 + physics::Anisotropic<3, Real>::place(i, j)) * stride];
  }
  constexpr physics::Anisotropic<3, Real> moduli() const {
    physics::Anisotropic<3, Real> m{};
    for (std::size_t n = 0; n < 21; ++n) m.of[n] = at[(9 + n) * stride];
    return m;
  }
  constexpr Real buoyancy() const { return at[30 * stride]; }
  struct Face {
    GeneralFace<Real> side;
    constexpr physics::FaceState<Real> star(const physics::FaceState<Real>& own,
                                            const physics::FaceState<Real>& other) const {
      return physics::star_state(own, other, side.impedance);
    }
  };
  constexpr Face face_law(int f) const { return {face(f)}; }
  constexpr Real normal(int f, int i) const { return at[static_cast<std::size_t>(31 + 22 * f + i) * stride]; }
  constexpr GeneralFace<Real> face(int f) const {
    const Real* n = at + (31 + 22 * static_cast<std::size_t>(f)) * stride;
    GeneralFace<Real> side{{n[0], n[stride], n[2 * stride]}, n[3 * stride], {}};
    for (std::size_t k = 0; k < 6; ++k) {
      side.impedance.own.of[k] = n[(4 + k) * stride];
      side.impedance.other.of[k] = n[(10 + k) * stride];
      side.impedance.softness.of[k] = n[(16 + k) * stride];
    }
    return side;
  }
};
static_assert(GeneralView<float>::n_numbers == 119);
static_assert(MediumView<float>::n_numbers == 46 && sizeof(FaceMedium<float>) == 8 * sizeof(float));

}  // namespace unda::dg
