// What contacts that cut cells ask of a device: the work of one point.
#pragma once

#include "fd/contact_rows.hpp"
#include "fd/device/points.hpp"

namespace unda::fd {

/// Additions to one point of a list.
template <class Real>
struct AddAtContact {
  View<Real> view;
  AllFields<Real> fields{};
  int n_fields = 0;  ///< of the scheme: those behind them have no ghosts that repeat nodes
  AdditionsView<Real> additions;
  const std::size_t* points = nullptr;

  constexpr void operator()(std::size_t n) const {
    const Real value = additions.add(fields, view.dt, points[n]);
    const auto& point = additions.points[points[n]];
    if (point.field < n_fields)
      repeat_in_ghosts(view, point.field, fields[point.field] + point.place, point.node, value);
  }
};

/// The energy of the fluid at a point of a cut cell, over the volume of a cell.
template <class Real>
struct EnergyOfFluid {
  const FluidPoint* points = nullptr;
  std::array<const Real*, 4> fields{};
  double* energies = nullptr;

  constexpr void operator()(std::size_t n) const {
    const double value = fields[points[n].field][points[n].place];
    energies[n] = points[n].energy * value * value;
  }
};

}  // namespace unda::fd
