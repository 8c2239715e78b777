// What an element is made of and how it lies: constant over the element. T is a number, or a pack of numbers for as many
// elements as it has places.
#pragma once

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

}  // namespace unda::dg
