// Stresses beside level interfaces. Along an interface s_ab, a and b level, jump, and cells that it cuts have their means over both media; s_zz and
// the strains e_ab are continuous. So these are read at every point and the stresses made of them with the moduli of the receiver's own
// layer: with E_ab = c_ab - c_az c_bz/c_zz and r = c_az/c_zz,
//
//   s_ab = E_ab e + r s_zz (a = b),   e_ab of a cell likewise by the cell's E and r
//
// It is the counterpart of MomentInLayers.
#pragma once

#include <functional>
#include <vector>

#include "fd/grid.hpp"
#include "fd/scheme.hpp"
#include "model/model.hpp"
#include "model/stiffness.hpp"

namespace unda::fd {

/// A field, and its weight at a point whose cell has this stiffness.
struct StressPart {
  int field;
  std::function<double(const model::Stiffness& cell)> weight;
};

/// What to read for a quantity of a receiver; nothing where it is read as the scheme has it: away from interfaces, beside fluids, and where
/// the quantity is continuous. The pressure of anisotropic plane strain, which no two stresses tell by themselves, is made here too.
std::vector<StressPart> stress_in_layers(const SchemeDescription& scheme, const Grid& whole, const model::Model& model,
                                         const std::vector<model::LevelInterface>& interfaces, const Vector& position,
                                         scenario::Quantity quantity, int component);

}  // namespace unda::fd
