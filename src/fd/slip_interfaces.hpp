// Flat contacts of a fluid and a solid, where the fluid slips: the velocity along the contact jumps, the velocity and the
// traction across it do not, and the shear traction vanishes. Differences across the contact of what jumps would be wrong
// whatever their order, so that each side keeps to itself:
//
//   v_a, s_aa, s_ab (a, b along the contact) and s_an (n across it) belong to one side: the solid's differences of v_a and
//   s_an along n sum by parts up to the half plane of the grid nearest to the contact, on which s_an = 0;
//   v_n and s_nn go through with the plain differences and the means of both media.
//
// The contact lies anywhere in its cell. A plane of nodes has the thickness tau, in cells, that the points of its own
// side stand for: the norm of summation by parts, plus what lies between that half plane and the contact, shared among
// the nearest planes so that straight lines, or parabolas, are integrated exactly. Stresses are kept as resultants, N_aa = tau s_aa and
// N_an = H s_an with the norm H of the half planes, so that the scheme keeps its form and conserves energy:
//
//   tau rho dv_a/dt = dN_ab/dx_b - Dn^T N_an       dN_an/dt = H mu (Dn v_a + dv_n/dx_a)
//   dN_ab/dt = (tau E_ab + tau^2 r_a r_b / S) e_b + tau r_a / S e_n,   ds_nn/dt = (e_n + tau r_a e_a) / S
//
// with S the mean compliance c_nn^-1 of the cell, r_a = c_an/c_nn and E_ab = c_ab - c_an c_bn/c_nn of the own side.
//
// A moment is the transpose of reading the strains at its place with weights w by what is continuous (moment_in_layers.hpp). Energy pairs
// N_aa with e_a, s_nn with e_n and N_an with e_an, so that it adds w (M_aa - M_nn c_an/c_nn + M_nn/c_nn tau r_a/S) to N_aa,
// w M_nn/(c_nn S) to s_nn and w M_an to N_an: weights as they are, moduli those of the planes.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "fd/grid.hpp"
#include "fd/one_sided.hpp"
#include "fd/scheme.hpp"
#include "model/model.hpp"
#include "model/stiffness.hpp"

namespace unda::fd {

class CellMedium;  // medium.hpp

/// Between which indices, half points at halves, a stencil may use grid points along one axis.
struct IndexBounds {
  double least = -1000000, most = 1000000;
  int n_in_polynomial = 6;  ///< points at most, where a stencil must be confined
  int ripples_of =
      0;  ///< radius of the differences that make ripples beside an interface; 0: none (kinked_interpolation.hpp)
};

/// What keeps a stencil to one side of a contact: nothing where there is none.
struct Confinement {
  int axis = -1;
  IndexBounds bounds;
};

class SlipInterfaces {
 public:
  SlipInterfaces() = default;
  /// Of the whole grid. Contacts without room for one-sided differences on both sides are left to plain means.
  SlipInterfaces(const model::Model& model, const Grid& whole, int radius);

  bool empty() const { return contacts_.empty(); }
  int axis() const { return axis_; }
  /// Heights of the contacts that are left to plain means, m.
  const std::vector<double>& without_room() const { return without_room_; }
  /// Planes of nodes, first to last of the whole grid, that must lie on one rank.
  std::vector<std::array<int, 2>> planes(const Axis& axis) const;

  /// A parameter of the medium at a node of a part.
  double parameter(const model::Model& model, const Grid& part, const Parameter& parameter,
                   const std::array<int, 3>& node, CellMedium& cell) const;
  /// The moduli by which a source beside a contact acts at a node of a part, on the planes of `half`; none: those of plain cells.
  std::optional<model::Stiffness> moduli_of_source(const model::Model& model, const Grid& part, const Half& half,
                                                   const std::array<int, 3>& node) const;
  /// Whether planes of nodes at this index of the whole grid have parameters of their own.
  bool changes_plane(int index) const { return !empty() && (nodes_[index].changed || halves_[index].changed); }
  /// What is kept of a field over its value, at an index of the whole grid.
  double scale(SlipRole role, int index) const;
  /// Keeps stencils around a position to its side.
  Confinement own_side(const Vector& position) const;

  /// The changes of the derivatives along the axis, one for each contact that lies in the part.
  template <class Real>
  std::vector<OneSidedFace<Real>> faces(const SchemeDescription& scheme, const Grid& part) const;

 private:
  struct Contact {
    double height = 0;
    int below = 0;  ///< the last plane of nodes below the half plane that stands for it
    bool solid_below = true;
    int n_fluid_planes = 0;  ///< planes of the fluid that have the norm of summation by parts
  };
  /// A plane of nodes or of half points.
  struct Plane {
    bool changed = false;
    double thickness = 1;      ///< 0: shear stress vanishes there
    double low = 0, high = 0;  ///< where the own side lies, m
  };

  Plane plane_of(const Grid& part, const Half& half, const std::array<int, 3>& node) const;
  model::Stiffness moduli_of(const model::Model& model, const Grid& part, const Plane& plane, const Half& half,
                             const std::array<int, 3>& node) const;
  void place(const model::LevelInterface& floor, const Axis& axis);
  void drop_those_without_room(const Axis& axis);
  int fluid_levels(const Contact& contact, const Axis& axis) const;
  void set_planes(const Contact& contact, const Axis& axis);
  int solid_plane(const Contact& contact, int distance) const {
    return contact.solid_below ? contact.below - distance : contact.below + 1 + distance;
  }

  int axis_ = 0, radius_ = 0, n_rows_ = 0;
  std::vector<Contact> contacts_;  ///< from below upward
  std::vector<double> without_room_;
  std::vector<Plane> nodes_, halves_;  ///< by index of the whole grid
};

}  // namespace unda::fd
