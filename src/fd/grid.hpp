// The grid of a run: nodes along each axis, the absorbing layers outside the domain, and how arrays lie in
// memory. Axis 0 is contiguous (x), the last axis is the slowest (z). Axes here count 0 ... dim-1; physical[]
// tells x, y or z.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/vector.hpp"
#include "scenario/scenario.hpp"

namespace unda::fd {

/// Rows are computed in whole pieces of this many numbers: a full vector, and a cache line of floats.
inline constexpr int row_unit = 16;
inline constexpr int max_radius = 8;

struct Axis {
  int physical = 0;  ///< 0 x, 1 y, 2 z
  double spacing = 1;
  double first = 0;                           ///< coordinate of the first node of the whole grid
  int n_nodes = 1;                            ///< nodes of this grid, absorbing layers included
  int n_whole = 1;                            ///< nodes of the whole grid, of which this one may be a part
  int offset = 0;                             ///< of node 0 of this grid in the whole grid
  int n_domain_nodes = 1;                     ///< nodes of the domain, both faces included (one face where periodic)
  int absorbing_low = 0, absorbing_high = 0;  ///< nodes of the absorbing layers of the whole grid
  scenario::BoundaryKind low = scenario::BoundaryKind::absorbing, high = scenario::BoundaryKind::absorbing;
  int closure = 0;  ///< radius of the one-sided differences at free and rigid faces; 0 where these have ghost points
  std::array<bool, 2> cut{false, false};  ///< the low or high end is no face but a cut: a neighbour goes on there

  double coordinate(double index) const { return first + (offset + index) * spacing; }
  double index(double coordinate) const { return (coordinate - first) / spacing - offset; }
  bool periodic() const { return low == scenario::BoundaryKind::periodic; }
};

struct Grid {
  int dim = 3;
  std::array<Axis, 3> axis{};  ///< axes that are absent have one node

  std::int64_t n_domain_points() const;
  std::int64_t n_points() const;
  double cell_volume() const;
  Vector position(const std::array<double, 3>& index) const;  ///< of a point given by grid axes
  std::string describe() const;                               ///< "401 x 201 points of 10 m"
};

/// Where the nodes of a part lie that belong to the domain: from `first` on, `count` of them, in indices of the part.
struct DomainNodes {
  int first = 0, count = 0;
};
DomainNodes domain_nodes(const Axis& axis);

/// The largest that is allowed, m: along x and y, and along z.
struct Spacing {
  double level = 0, vertical = 0;

  Spacing(double everywhere) : level(everywhere), vertical(everywhere) {}
  Spacing(double along_level, double along_z) : level(along_level), vertical(along_z) {}
};

Grid make_grid(const scenario::Scenario& scenario, const Spacing& spacing, int absorbing_points);

/// Memory layout of one array. Left ghosts of a row lie in the padding at the end of the row before it.
struct Layout {
  std::array<std::ptrdiff_t, 3> stride{1, 0, 0};  ///< 0 along axes on which the array does not vary
  std::ptrdiff_t origin = 0;                      ///< offset of node (0, 0, 0)
  std::size_t size = 0;                           ///< numbers to allocate
  int row_length = 0;                             ///< axis 0 padded to whole units

  std::ptrdiff_t row(int j, int k) const { return origin + j * stride[1] + k * stride[2]; }
  std::ptrdiff_t at(int i, int j, int k) const { return row(j, k) + i; }
};

/// With `ghosts` nodes beyond the grid on every side; `varies` false along an axis shares one row or plane for all. Rows
/// start on multiples of `unit` numbers.
Layout make_layout(const Grid& grid, int ghosts, std::array<bool, 3> varies = {true, true, true}, int unit = row_unit);

/// Rows on a GPU start on a line of its cache: a warp that straddles two of them costs almost twice as much.
inline constexpr int gpu_row_bits = 5, gpu_row_unit = 1 << gpu_row_bits;
/// Neighbouring nodes of a row that a thread of a GPU takes at most.
inline constexpr int largest_pack = 4;
/// What a GPU reads and writes at least: a part of this is written more slowly than all of it.
inline constexpr int gpu_sector = 8;

}  // namespace unda::fd
