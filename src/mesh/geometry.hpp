// Small geometry of tetrahedra.
#pragma once

#include "base/vector.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct FaceNormal {
  Vector direction{};  ///< unit length, out of the element
  double area = 0;
};

FaceNormal outward_normal(const Tetrahedra& mesh, std::size_t element, int face);

/// The corners of a face.
std::array<Vector, 3> triangle_of(const Tetrahedra& mesh, std::size_t element, int face);

inline Vector centre_of_face(const Tetrahedra& mesh, std::size_t element, int face) {
  const std::array<Vector, 3> corner = triangle_of(mesh, element, face);
  return (1.0 / 3) * (corner[0] + corner[1] + corner[2]);
}

}  // namespace unda::mesh
