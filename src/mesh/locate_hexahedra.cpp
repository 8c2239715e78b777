// Newton's method in the elements of a bin.
#include "mesh/locate_hexahedra.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/geometry.hpp"

namespace unda::mesh {
namespace {

constexpr double on_a_face = 1e-7;       // of half an element
constexpr double around_elements = 0.1;  // how far outside an element a point may lie, in elements
constexpr int most_iterations = 30;

double outside(const Hexahedra& mesh, const Vector& xi) {
  double most = 0;
  for (int a = 0; a < mesh.dim; ++a) most = std::max(most, std::abs(xi[a]) - 1);
  return most;
}

}  // namespace

std::optional<Vector> local_coordinates(const Hexahedra& mesh, std::size_t e, const Vector& x) {
  Vector xi{};
  for (int n = 0; n < most_iterations; ++n) {
    const Tangents t = mesh.tangents(e, xi);
    const Vector rest = x - mesh.position(e, xi);
    const double volume = determinant(t);
    if (volume == 0) return {};
    Vector step{dot(rest, cross(t[1], t[2])) / volume, dot(rest, cross(t[2], t[0])) / volume,
                mesh.dim == 3 ? dot(rest, cross(t[0], t[1])) / volume : 0};
    const double length = norm(step);
    if (length > 0.5) step = (0.5 / length) * step;  // curved elements go astray on long steps
    xi = xi + step;
    if (length < 1e-13) return xi;
    if (norm(xi) > 6) return {};
  }
  // Rounding may keep the last steps from becoming that small.
  const Vector rest = x - mesh.position(e, xi);
  const BoundingBox box = mesh.box_of(e);
  if (norm(rest) < 1e-9 * norm(box.high - box.low)) return xi;
  return {};
}

HexahedraLocator::HexahedraLocator(const Hexahedra& mesh)
    : mesh_(mesh),
      bins_(mesh.box(), mesh.size(), 1, [&](std::size_t e) { return mesh.box_of(e).widened(around_elements); }) {}

std::vector<HexahedronPoint> HexahedraLocator::find(const Vector& x) const {
  std::vector<HexahedronPoint> places, nearest;
  double least = 2 * around_elements;
  for (const int e : bins_.at(x)) {
    const BoundingBox box = mesh_.box_of(static_cast<std::size_t>(e)).widened(around_elements);
    bool may_hold = true;
    for (int a = 0; a < 3; ++a) may_hold = may_hold && x[a] >= box.low[a] && x[a] <= box.high[a];
    if (!may_hold) continue;
    const std::optional<Vector> xi = local_coordinates(mesh_, static_cast<std::size_t>(e), x);
    if (!xi) continue;
    const double distance = outside(mesh_, *xi);
    if (distance < on_a_face) places.push_back({e, *xi, true});
    if (distance < least) {
      least = distance;
      nearest = {{e, *xi, false}};
    }
  }
  auto height = [this](const HexahedronPoint& place) {
    return mesh_.centre(static_cast<std::size_t>(place.element))[2];
  };
  std::stable_sort(places.begin(), places.end(),
                   [&](const HexahedronPoint& a, const HexahedronPoint& b) { return height(a) < height(b); });
  return places.empty() ? nearest : places;
}

}  // namespace unda::mesh
