// Edges and speeds at the corners and centres of elements.
#include "sem/crossing.hpp"

#include <algorithm>
#include <cmath>

#include "sem/medium.hpp"

namespace unda::sem {
namespace {

/// How many sides of an element are faces of the domain that nothing holds.
int n_loose_sides(const Mesh& mesh, const Index& e, scenario::BoundaryKind loose) {
  int count = 0;
  for (int a = 0; a < mesh.dim(); ++a)
    for (const int side : {0, 1})
      if (e[a] == (side == 0 ? 0 : mesh.n(a) - 1) && (mesh.has_face(a, side, loose) || mesh.has_patches(a, side)))
        ++count;
  return count;
}

/// How much an element rises along a horizontal axis, over its edge, at the height of a corner.
double slope(const Mesh& mesh, const Index& e, Index corner, int axis) {
  if (!mesh.is_deformed(e[mesh.up()])) return 0;
  corner[axis] = 0;
  const double low = mesh.position(e, corner)[2];
  corner[axis] = mesh.degree();
  return (mesh.position(e, corner)[2] - low) / mesh.edge(axis);
}

/// f(point) for the corners of an element.
template <class Function>
void for_each_corner(const Mesh& mesh, Function f) {
  for_each_index({0, 0, 0}, {2, 2, mesh.dim() == 3 ? 2 : 1}, [&](const Index& corner) {
    f(Index{corner[0] * mesh.degree(), corner[1] * mesh.degree(), corner[2] * mesh.degree()});
  });
}

}  // namespace

Crossing crossing_of(const Mesh& mesh, const Materials& materials, const Index& e, scenario::BoundaryKind loose) {
  constexpr double faster =
      0.15;  // what vibrates at a loose side, so that of two boxes alike the one with it comes first
  Crossing worst;
  worst.element = e;
  auto look_at = [&](const Index& point) {
    const double vp = materials.at(e, point).vp(), height = 2 * half_height(mesh, e, point);
    double edges = 0, steepness = 1, shortest = height, longest = height;
    for (int a = 0; a < mesh.up(); ++a) {
      edges += 1 / (mesh.edge(a) * mesh.edge(a));
      steepness += std::pow(slope(mesh, e, point, a), 2);
      shortest = std::min(shortest, mesh.edge(a));
      longest = std::max(longest, mesh.edge(a));
    }
    const double rate = vp * vp * (edges + steepness / (height * height));
    if (rate > worst.rate) worst = {rate, vp, shortest, longest, e};
  };
  look_at(centre_point(mesh));
  for_each_corner(mesh, look_at);
  worst.rate *= 1 + faster * n_loose_sides(mesh, e, loose);
  return worst;
}

double shortest_edge(const Mesh& mesh) {
  double shortest = INFINITY;
  for (int k = 0; k < mesh.n(mesh.up()); ++k) {
    // Boxes of a layer have one height.
    const int n_i = mesh.is_deformed(k) ? mesh.n(0) : std::min(1, mesh.n(0));
    const int n_j = mesh.dim() == 3 ? (mesh.is_deformed(k) ? mesh.n(1) : std::min(1, mesh.n(1))) : 1;
    for (int j = 0; j < n_j; ++j)
      for (int i = 0; i < n_i; ++i) {
        const Index e = mesh.dim() == 3 ? Index{i, j, k} : Index{i, k, 0};
        for (int a = 0; a < mesh.up(); ++a) shortest = std::min(shortest, mesh.edge(a));
        for_each_corner(mesh, [&](const Index& at) { shortest = std::min(shortest, 2 * half_height(mesh, e, at)); });
      }
  }
  return shortest;
}

bool columns_are_alike(const Mesh& mesh, const model::Model& model) {
  return !model.varies_along(0) && !model.varies_along(1) && !mesh.levels().is_deformed();
}

namespace {

/// Axes along which all is the same do not count.
bool is_in_layer(const Mesh& mesh, const model::Model& model, const Index& e) {
  if (!columns_are_alike(mesh, model)) return mesh.in_absorbing_layer(e);
  return !mesh.domain(mesh.up()).contains(e[mesh.up()]);
}

}  // namespace

bool comes_before(const Mesh& mesh, const model::Model& model, const Crossing& a, const Crossing& b) {
  constexpr double alike = 1e-9;
  if (std::abs(a.rate - b.rate) > alike * b.rate) return a.rate > b.rate;
  return !is_in_layer(mesh, model, a.element) && is_in_layer(mesh, model, b.element);
}

method::StepBound step_bound(const Mesh& mesh, const model::Model& model, const Crossing& crossing) {
  method::StepBound bound;
  const Vector centre = mesh.position(crossing.element, centre_point(mesh));
  for (int a = columns_are_alike(mesh, model) ? mesh.up() : 0; a < mesh.dim(); ++a)
    bound.position[static_cast<std::size_t>(mesh.physical(a))] = centre[static_cast<std::size_t>(mesh.physical(a))];
  bound.speed = crossing.speed;
  bound.shortest = crossing.shortest;
  bound.longest = crossing.longest;
  bound.is_in_layer = is_in_layer(mesh, model, crossing.element);
  return bound;
}

}  // namespace unda::sem
