// Shapes of hexahedra, and their faces.
#include "mesh/hexahedra.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"
#include "mesh/geometry.hpp"

namespace unda::mesh {
namespace {

struct Line {
  std::array<double, 3> value{}, slope{};
};

/// The polynomials through the shape points of one axis.
Line line_at(int order, double x) {
  if (order == 1) return {{0.5 * (1 - x), 0.5 * (1 + x), 0}, {-0.5, 0.5, 0}};
  return {{0.5 * x * (x - 1), 1 - x * x, 0.5 * x * (x + 1)}, {x - 0.5, -2 * x, x + 0.5}};
}

}  // namespace

double determinant(const Tangents& t) { return dot(t[0], cross(t[1], t[2])); }

Vector Hexahedra::position(std::size_t e, const Vector& xi) const {
  const Line x = line_at(order, xi[0]), y = line_at(order, xi[1]), z = line_at(order, dim == 3 ? xi[2] : 0);
  const Vector* point = shape_of(e);
  Vector sum{};
  for (int k = 0; k < (dim == 3 ? order + 1 : 1); ++k)
    for (int j = 0; j <= order; ++j)
      for (int i = 0; i <= order; ++i) sum = sum + x.value[i] * y.value[j] * (dim == 3 ? z.value[k] : 1) * *point++;
  return sum;
}

Tangents Hexahedra::tangents(std::size_t e, const Vector& xi) const {
  const Line x = line_at(order, xi[0]), y = line_at(order, xi[1]), z = line_at(order, dim == 3 ? xi[2] : 0);
  const Vector* point = shape_of(e);
  Tangents t{};
  if (dim == 2) t[2] = {0, -1, 0};
  for (int k = 0; k < (dim == 3 ? order + 1 : 1); ++k)
    for (int j = 0; j <= order; ++j)
      for (int i = 0; i <= order; ++i, ++point) {
        const double up = dim == 3 ? z.value[k] : 1;
        t[0] = t[0] + x.slope[i] * y.value[j] * up * *point;
        t[1] = t[1] + x.value[i] * y.slope[j] * up * *point;
        if (dim == 3) t[2] = t[2] + x.value[i] * y.value[j] * z.slope[k] * *point;
      }
  return t;
}

std::array<int, 4> Hexahedra::face_nodes(std::size_t e, int face) const {
  std::array<int, 4> found{-1, -1, -1, -1};
  int n = 0;
  for (int c = 0; c < n_corners(); ++c)
    if ((c >> (face / 2)) % 2 == face % 2) found[n++] = corners[e][c];
  return sorted(found);
}

Vector Hexahedra::outward_area(std::size_t e, int face, const Vector& xi) const {
  Vector at = xi;
  at[face / 2] = face % 2 == 0 ? -1 : 1;
  const Tangents t = tangents(e, at);
  const int a = face / 2;
  return (face % 2 == 0 ? -1.0 : 1.0) * cross(t[(a + 1) % 3], t[(a + 2) % 3]);
}

BoundingBox Hexahedra::box_of(std::size_t e) const {
  BoundingBox found;
  for (int n = 0; n < n_shape(); ++n) found.include(shape_of(e)[n]);
  return found;
}

BoundingBox Hexahedra::box() const {
  BoundingBox found;
  for (const Vector& x : shape) found.include(x);
  return found;
}

}  // namespace unda::mesh
