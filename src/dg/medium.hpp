// What an element is made of and how it lies: constant over the element. T is a number, or a pack of numbers for as many
// elements as it has places.
#pragma once

namespace unda::dg {

/// One side of a face, seen from its element. Beyond a boundary there is the medium that makes the condition hold with a field
/// of zero there: none behind a free face, the same behind an absorbing one, one of no compliance behind a rigid one.
template <class T>
struct FaceMedium {
  T normal[3];               ///< unit vector out of the element
  T scale;                   ///< 2 area / |J|: from the unit triangle to the unit tetrahedron
  T p_beyond, s_beyond;      ///< impedances rho vp and rho vs on the other side
  T p_softness, s_softness;  ///< 1 / (sum of the impedances of both sides); 0: rigid, or no shear on either side
};

template <class T>
struct ElementMedium {
  T gradient[3][3];            ///< [a][i]: d xi_a / d x_i
  T lambda, mu, buoyancy;      ///< Pa, Pa, m^3/kg
  T p_impedance, s_impedance;  ///< rho vp, rho vs
  FaceMedium<T> face[4];
};

}  // namespace unda::dg
