// Contacts of a fluid and a solid that are not level: a sea floor that slopes or goes in steps. The fluid slips along them. Both media have
// fields of their own in the cells that a contact cuts, each with its share of the volume, phi for the solid and 1 - phi for the fluid:
//
//   phi rho_s dv/dt = div(phi sigma) + grad(phi p) - (1 - A) grad p      the fluid pushes the solid
//   (1 - phi)/kappa dp/dt = -div(A u + (1 - A) v) + phi div v            the solid pushes the fluid
//   (1 - phi) rho_f du/dt = -A grad p
//
// Shares phi belong to nodes, and masses between nodes and shear stresses among four have their means. A is the part of the face of a cell that lies in the
// fluid: what flows through the faces and what the solid in the cell leaves over make the fluid's volume. So the contact acts where it is: its area is the
// difference of A on opposite faces, and it moves as the solid does at its centre. Fluid beside faces that it cannot pass moves with the solid. Masses stay positive
// and steps stable as A keeps between what the shares beside it bear. The solid's fields of a cut cell are kept
// in the arrays of the scheme as resultants phi sigma, the fluid's in arrays of their own (contact_rows.hpp).
// Media are those of the model's samples of one kind: where it interpolates between a fluid and a solid, none of the blend is taken.
// Beside faces and at the outer ends of absorbing layers cells have the means of both media.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "fd/grid.hpp"
#include "fd/scheme.hpp"
#include "model/model.hpp"

namespace unda::fd {

class CellMedium;  // medium.hpp

/// The node that lies so many further along an axis.
inline std::array<int, 3> moved(std::array<int, 3> node, int axis, int by) {
  node[static_cast<std::size_t>(axis)] += by;
  return node;
}

class CutContacts {
 public:
  CutContacts() = default;
  /// Of a part of the grid and some nodes around it. None where the model's contacts are level: those are SlipInterfaces' own.
  CutContacts(const model::Model& model, const Grid& part, int radius);

  bool empty() const { return shares_.empty(); }
  /// Nodes around the part that are known.
  int around() const { return around_; }

  /// The solid's share of the cell around a node.
  double share(const std::array<int, 3>& node) const { return shares_[place(node)]; }
  /// Whether both media may have fields of their own there: away from faces and absorbing layers.
  bool is_open(const std::array<int, 3>& node) const;
  /// Whether no contact lies within the radius and two more nodes of any node of the box of nodes around this one; coarse.
  bool is_far(const std::array<int, 3>& node) const { return far_[block_of(node)] != 0; }

  /// What lies between a node and the next along an axis.
  struct Face {
    double solid = 0;      ///< share of the solid
    double solid_rho = 0;  ///< times its density, with the fluid that does not pass
    double flux = 0;       ///< of the fluid: what part of the face it passes, A
    double fluid_rho = 0;  ///< share of the fluid times its density
    bool open = true;      ///< both nodes are
    bool is_cut() const { return solid > 0 && solid < 1; }
  };
  Face face(const std::array<int, 3>& node, int axis) const;
  double fluid_modulus(const std::array<int, 3>& node) const;  ///< kappa of the fluid's part of a cut cell

  /// Whether the velocity between a node and the next along an axis has fluid and solid, each with its own.
  bool is_cut(const std::array<int, 3>& node, int axis) const;
  /// Whether a contact cuts the cell around a node or a face of it: differences there have two points.
  bool is_beside(const std::array<int, 3>& node) const;
  /// Of such a cell with fluid in it: the sum of absolute values of a row of the operator, 1/s^2.
  double bound_in_fluid(const std::array<int, 3>& node, const Grid& part) const;

  /// A parameter of the medium; `cell` is that around its own point.
  double parameter(const Parameter& parameter, const std::array<int, 3>& node, CellMedium& cell) const;

 private:
  struct Media {
    model::CellMeans solid, fluid;
    std::array<float, 3> open{};  ///< by axis: the part of the upper face that lies in the fluid
    bool blended = false;         ///< the model blends them in the cell
  };

  std::size_t place(const std::array<int, 3>& node) const;
  std::size_t block_of(const std::array<int, 3>& node) const;
  void find_shares(const model::Model& model, const Grid& part);
  void find_far_blocks(const model::Model& model, const Grid& part);
  void find_media(const model::Model& model, const Grid& part);
  Media media_of(const model::Model& model, const Grid& part, const std::array<int, 3>& node) const;
  bool differs_from_neighbours(const std::array<int, 3>& node) const;
  const Media* blended_media(const std::array<int, 3>& node) const;
  const Media& media(const std::array<int, 3>& node) const { return media_.at(place(node)); }
  double mean_share(const std::array<int, 3>& node, int a, int b) const;
  double bearable_share(const std::array<int, 3>& node, int a, int b) const;
  double shear_share(const std::array<int, 3>& node, int a, int b) const;
  double solid_shear_modulus(const std::array<int, 3>& node, int a, int b) const;

  int dim_ = 0, around_ = 0, block_ = 0;
  std::array<int, 3> n_{1, 1, 1}, n_blocks_{1, 1, 1};
  std::array<int, 3> first_open_{}, last_open_{};
  std::vector<float> shares_;  ///< of the part's nodes and those around it; empty: no contact
  std::vector<char> far_;
  std::unordered_map<std::size_t, Media> media_;  ///< of cells that are cut or blended or lie beside such
};

}  // namespace unda::fd
