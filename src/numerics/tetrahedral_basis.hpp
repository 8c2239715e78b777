// Orthonormal polynomials on the unit tetrahedron and on the unit triangle, by rising degree, and quadrature on both.
// The tetrahedron has the corners (0,0,0), (1,0,0), (0,1,0), (0,0,1); the triangle (0,0), (1,0), (0,1).
#pragma once

#include <array>
#include <vector>

#include "base/vector.hpp"

namespace unda::numerics {

/// Polynomials of degree below `order` in space and on a face.
constexpr int n_tetrahedral(int order) { return order * (order + 1) * (order + 2) / 6; }
constexpr int n_triangular(int order) { return order * (order + 1) / 2; }

/// The faces by their corners among the four of the tetrahedron; corners rise, so that both neighbours of a face see the same
/// first, second and third corner where elements list their corners by rising number.
inline constexpr std::array<std::array<int, 3>, 4> tetrahedron_faces{{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}};

struct BasisValues {
  std::vector<double> values;
  std::vector<Vector> gradients;
};

BasisValues tetrahedral_basis(int order, const Vector& x);
std::vector<double> triangular_basis(int order, double s, double t);

struct TetrahedralRule {
  std::vector<Vector> points;
  std::vector<double> weights;
};
struct TriangularRule {
  std::vector<std::array<double, 2>> points;
  std::vector<double> weights;
};

/// Exact for polynomials up to the degree 2 n - 1.
TetrahedralRule tetrahedral_rule(int n);
TriangularRule triangular_rule(int n);

}  // namespace unda::numerics
