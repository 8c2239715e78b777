// What contacts that cut cells change of the elastic scheme: additions to the rates of its fields and of the fluid's fields in cut cells, by stage.
#pragma once

#include "fd/absorbing.hpp"
#include "fd/cut_contacts.hpp"
#include "fd/medium.hpp"
#include "fd/sparse_update.hpp"

namespace unda::fd {

/// The fluid in cut cells, beside the fields of the scheme: its flux along each axis, half a cell up, and its stress -p on the nodes.
SchemeDescription fluid_in_cut_cells(int dim);

/// By stage. Fields are numbered through: those of the scheme, then the fluid's. `stride` is that of all arrays.
template <class Real>
std::vector<SparseUpdate<Real>> contact_rows(const CutContacts& contacts, const Medium<Real>& medium, const Grid& part,
                                             int radius, const std::array<std::ptrdiff_t, 3>& stride,
                                             const std::vector<Layer<Real>>& layers, const exec::Queue& queue = {});

/// A value of the fluid in a cut cell: `energy` times its square is its energy over the volume of a cell.
struct FluidPoint {
  int field = 0;  ///< of fluid_in_cut_cells
  std::ptrdiff_t place = 0;
  double energy = 0;
};
std::vector<FluidPoint> fluid_points(const CutContacts& contacts, const Grid& part,
                                     const std::array<std::ptrdiff_t, 3>& stride);

}  // namespace unda::fd
