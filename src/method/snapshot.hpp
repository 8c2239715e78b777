// The points on which a method shows its wavefield: a regular grid, or the points and cells of a mesh.
#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "base/vector.hpp"

namespace unda::method {

/// A regular grid over the domain, of which a rank holds a box.
struct SnapshotGrid {
  std::array<int, 3> n{1, 1, 1};  ///< by x, y, z
  Vector origin{0, 0, 0};
  Vector spacing{1, 1, 1};
  std::array<int, 3> first_here{0, 0, 0}, n_here{1, 1, 1};
  std::size_t n_points() const { return static_cast<std::size_t>(n[0]) * n[1] * n[2]; }
  std::size_t n_points_here() const { return static_cast<std::size_t>(n_here[0]) * n_here[1] * n_here[2]; }
};

/// Numbers of VTK for the kinds of cells.
enum class CellKind : std::uint8_t { line = 3, quadrilateral = 9, tetrahedron = 10, hexahedron = 12 };

/// The part of a mesh that this rank shows: points numbered from 0, and cells of one kind between them. Neighbours may both
/// have the points that they share; a field that jumps between cells may have points of its own in each.
struct SnapshotMesh {
  CellKind kind = CellKind::hexahedron;
  std::vector<float> points;  ///< x, y, z of each
  /// The points of each cell, as many as its kind has, in VTK's order: around one face, then around the opposite one.
  std::vector<std::int64_t> cells;

  std::size_t n_points_here() const { return points.size() / 3; }
  std::size_t points_of_a_cell() const { return kind == CellKind::hexahedron ? 8 : kind == CellKind::line ? 2 : 4; }
  std::size_t n_cells() const { return cells.size() / points_of_a_cell(); }
};

using SnapshotPoints = std::variant<SnapshotGrid, SnapshotMesh>;

inline std::size_t n_points_here(const SnapshotPoints& points) {
  return std::visit([](const auto& p) { return p.n_points_here(); }, points);
}

/// The place of a point of this rank, in the order of a snapshot's values: x fastest on a grid.
inline Vector position(const SnapshotGrid& grid, std::size_t p) {
  const std::array<std::size_t, 2> n{static_cast<std::size_t>(grid.n_here[0]),
                                     static_cast<std::size_t>(grid.n_here[1])};
  const std::array<std::size_t, 3> index{p % n[0], p / n[0] % n[1], p / (n[0] * n[1])};
  Vector x{};
  for (std::size_t a = 0; a < 3; ++a)
    x[a] =
        grid.origin[a] + static_cast<double>(index[a] + static_cast<std::size_t>(grid.first_here[a])) * grid.spacing[a];
  return x;
}

inline Vector position(const SnapshotMesh& mesh, std::size_t p) {
  return {mesh.points[3 * p], mesh.points[3 * p + 1], mesh.points[3 * p + 2]};
}

inline Vector position(const SnapshotPoints& points, std::size_t p) {
  return std::visit([p](const auto& found) { return position(found, p); }, points);
}

}  // namespace unda::method
