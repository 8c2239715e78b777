// Building grids and memory layouts.
#include "fd/grid.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace unda::fd {

using scenario::BoundaryKind;

std::int64_t Grid::n_domain_points() const {
  std::int64_t n = 1;
  for (int a = 0; a < dim; ++a) n *= axis[a].n_domain_nodes;
  return n;
}

std::int64_t Grid::n_points() const {
  std::int64_t n = 1;
  for (int a = 0; a < dim; ++a) n *= axis[a].n_nodes;
  return n;
}

double Grid::cell_volume() const {
  double volume = 1;
  for (int a = 0; a < dim; ++a) volume *= axis[a].spacing;
  return volume;
}

Vector Grid::position(const std::array<double, 3>& index) const {
  Vector x{0, 0, 0};
  for (int a = 0; a < dim; ++a) x[axis[a].physical] = axis[a].coordinate(index[a]);
  return x;
}

std::string Grid::describe() const {
  std::string counts, spacings;
  bool same = true;
  for (int a = 0; a < dim; ++a) {
    counts += fmt::format("{}{}", a == 0 ? "" : " x ", axis[a].n_domain_nodes);
    spacings += fmt::format("{}{:.6g}", a == 0 ? "" : " x ", axis[a].spacing);
    same = same && std::abs(axis[a].spacing - axis[0].spacing) < 1e-9 * axis[0].spacing;
  }
  return fmt::format("{} points of {} m", counts, same ? fmt::format("{:.6g}", axis[0].spacing) : spacings);
}

DomainNodes domain_nodes(const Axis& axis) {
  const int first = std::max(0, axis.absorbing_low - axis.offset);
  const int last = std::min(axis.n_nodes, axis.absorbing_low + axis.n_domain_nodes - axis.offset);
  return {first, std::max(0, last - first)};
}

Grid make_grid(const scenario::Scenario& scenario, const Spacing& spacing, int absorbing_points) {
  Grid grid;
  grid.dim = scenario.domain.dim;
  int a = 0;
  for (const int physical : scenario.domain.axes()) {
    Axis& axis = grid.axis[a++];
    const auto& extent = scenario.domain.extent[physical];
    axis.physical = physical;
    axis.low = scenario.boundary[2 * physical];
    axis.high = scenario.boundary[2 * physical + 1];
    const double largest = physical == 2 ? spacing.vertical : spacing.level;
    const int n_cells = std::max(1, static_cast<int>(std::ceil(extent.length() / largest - 1e-9)));
    axis.spacing = extent.length() / n_cells;
    axis.n_domain_nodes = axis.periodic() ? n_cells : n_cells + 1;
    axis.absorbing_low = axis.low == BoundaryKind::absorbing ? absorbing_points : 0;
    axis.absorbing_high = axis.high == BoundaryKind::absorbing ? absorbing_points : 0;
    axis.n_nodes = axis.n_domain_nodes + axis.absorbing_low + axis.absorbing_high;
    axis.n_whole = axis.n_nodes;
    axis.first = extent.low - axis.absorbing_low * axis.spacing;
  }
  return grid;
}

Layout make_layout(const Grid& grid, int ghosts, std::array<bool, 3> varies, int unit) {
  Layout layout;
  layout.row_length = (grid.axis[0].n_nodes + row_unit - 1) / row_unit * row_unit;
  std::ptrdiff_t stride = layout.row_length + (ghosts > 0 ? 2 * max_radius : 0);
  stride = (stride + unit - 1) / unit * unit;
  layout.origin = unit;  // left ghosts of the first row
  for (int a = 1; a < 3; ++a) {
    const bool real = a < grid.dim && varies[a];
    if (!real) continue;
    layout.stride[a] = stride;
    layout.origin += ghosts * stride;
    stride *= grid.axis[a].n_nodes + 2 * ghosts;
    // Planes a multiple of 4096 bytes apart fall into the same sets of the cache.
    if (a == 1 && grid.dim == 3 && stride * 4 % 4096 < 64) stride += unit;
  }
  layout.size = static_cast<std::size_t>(stride) + 2 * static_cast<std::size_t>(unit);
  return layout;
}

}  // namespace unda::fd
