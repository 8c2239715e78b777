// Points in tetrahedra.
#include "mesh/locate.hpp"

#include <algorithm>

#include "mesh/geometry.hpp"

namespace unda::mesh {
namespace {

constexpr double tolerance = 1e-7;  // of an edge
/// How far beyond the flat faces of elements a point of a curved surface may lie, in edges.
constexpr double beyond_faces = 0.05;

BoundingBox box_of(const Tetrahedra& mesh, std::size_t e) {
  BoundingBox box;
  for (int n = 0; n < 4; ++n) box.include(mesh.corner(e, n));
  return box.widened(beyond_faces);
}

BoundingBox box_of_nodes(const Tetrahedra& mesh) {
  BoundingBox box;
  for (const Vector& x : mesh.nodes) box.include(x);
  return box;
}

}  // namespace

Vector local_coordinates(const Tetrahedra& mesh, std::size_t e, const Vector& x) {
  const Vector a = mesh.corner(e, 1) - mesh.corner(e, 0), b = mesh.corner(e, 2) - mesh.corner(e, 0),
               c = mesh.corner(e, 3) - mesh.corner(e, 0), d = x - mesh.corner(e, 0);
  const double volume = dot(a, cross(b, c));
  return {dot(d, cross(b, c)) / volume, dot(a, cross(d, c)) / volume, dot(a, cross(b, d)) / volume};
}

Locator::Locator(const Tetrahedra& mesh)
    : mesh_(mesh), bins_(box_of_nodes(mesh), mesh.n_in_domain(), 6, [&](std::size_t e) { return box_of(mesh, e); }) {}

std::vector<ElementPoint> Locator::find(const Vector& x) const {
  std::vector<ElementPoint> places, nearest;
  double least = beyond_faces;
  for (const int e : bins_.at(x)) {
    const Vector local = local_coordinates(mesh_, static_cast<std::size_t>(e), x);
    const double outside = -std::min({local[0], local[1], local[2], 1 - local[0] - local[1] - local[2]});
    if (outside < tolerance) places.push_back({e, local});
    if (outside < least) {
      least = outside;
      nearest = {{e, local}};
    }
  }
  auto height = [this](const ElementPoint& place) { return mesh_.centre(static_cast<std::size_t>(place.element))[2]; };
  std::stable_sort(places.begin(), places.end(),
                   [&](const ElementPoint& a, const ElementPoint& b) { return height(a) < height(b); });
  return places.empty() ? nearest : places;
}

}  // namespace unda::mesh
