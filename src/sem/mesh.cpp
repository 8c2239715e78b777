// Layout and geometry of the elements of a rank.
#include "sem/mesh.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/simd.hpp"

namespace unda::sem {

using scenario::BoundaryKind;

Mesh::Mesh(const scenario::Scenario& s, mesh::Levels levels, int degree, const parallel::Cartesian& cuts)
    : levels_(std::move(levels)), gll_(numerics::gll(degree)), patches_(s.patches) {
  for (int a = 0; a < dim(); ++a) {
    n_whole_[a] = levels_.n[physical(a)];
    const parallel::Range range = cuts.range(a);
    first_[a] = range.first;
    n_[a] = range.count();
    for (int side = 0; side < 2; ++side) {
      boundary_[a][side] = s.boundary[2 * physical(a) + side];
      cut_[a][side] = cuts.is_cut(a, side);
    }
  }
  layers_ = {0, n_whole_[up()]};
  lay_out();
}

Mesh Mesh::patch(const std::array<parallel::Range, 3>& elements) const {
  Mesh patch = *this;
  // For the step of the whole nothing is taken to be held where parts of a face are not.
  for (int a = 0; a < dim(); ++a)
    for (const int side : {0, 1})
      if (scenario::has_patch(patches_, static_cast<Face>(2 * physical(a) + side)))
        patch.boundary_[a][side] = BoundaryKind::absorbing;
  patch.patches_.clear();
  for (int a = 0; a < dim(); ++a) {
    patch.first_[a] = elements[a].first;
    patch.n_[a] = elements[a].count();
    patch.cut_[a] = {false, false};
    if (patch.n_[a] == n_whole_[a]) continue;
    patch.held_[a] = {elements[a].first > 0 || is_periodic(a), elements[a].last < n_whole_[a] || is_periodic(a)};
    for (const int side : {0, 1})
      if (patch.held_[a][side]) patch.boundary_[a][side] = BoundaryKind::rigid;
  }
  patch.lay_out();
  return patch;
}

Mesh Mesh::slab(const parallel::Range& layers, BoundaryKind loose) const {
  Mesh slab = *this;
  const int a = up(), low = first_[a], high = first_[a] + n_[a];
  slab.layers_ = layers;
  const int first = std::max(low, layers.first), last = std::min(high, layers.last);
  auto end_within = [&](int side) {
    slab.cut_[a][side] = slab.held_[a][side] = false;
    slab.boundary_[a][side] = loose;
  };
  if (first > low) end_within(0);
  if (last < high) end_within(1);
  const bool shares_a_plane = first == last && (slab.cut_[a][0] || slab.cut_[a][1]);
  slab.is_empty_ = first >= last && !shares_a_plane;
  slab.first_[a] = slab.is_empty_ ? layers.last : first;
  slab.n_[a] = std::max(0, last - first);
  if (slab.is_empty_) slab.cut_ = {};
  slab.lay_out();
  return slab;
}

void Mesh::lay_out() {
  constexpr std::ptrdiff_t unit = pack_bytes / sizeof(float);
  row_ = n_[0] + 1;
  // An odd number of cache lines, so that the points of an element do not fall on the same few places of a cache.
  plane_ = (row_ * (n_[1] + 1) + unit - 1) / unit;
  plane_ = unit * (plane_ + 1 - plane_ % 2);
  const std::ptrdiff_t levels = dim() == 3 ? n_points(2) : 1;
  size_ = static_cast<std::size_t>(levels * degree() * degree() * plane_ + row_ + 2 * unit);
}

std::size_t Mesh::n_points() const { return static_cast<std::size_t>(n_points(0)) * n_points(1) * n_points(2); }

int Mesh::points_of_an_element() const {
  const int n = degree() + 1;
  return dim() == 3 ? n * n * n : n * n;
}

parallel::Range Mesh::domain(int axis) const {
  const int first = std::max(0, absorbing(axis, 0) - first_[axis]);
  const int last = std::min(n_[axis], n_whole_[axis] - absorbing(axis, 1) - first_[axis]);
  return {first, std::max(first, last)};
}

bool Mesh::has_patches(int axis, int side) const {
  if (patches_.empty() || axis >= dim() || cut_[axis][side] || held_[axis][side]) return false;
  if (first_[axis] + (side == 0 ? 0 : n_[axis]) != (side == 0 ? 0 : n_whole_[axis])) return false;
  return scenario::has_patch(patches_, static_cast<Face>(2 * physical(axis) + side));
}

Vector Mesh::centre_of_face(int axis, int side, const Index& e) const {
  Vector x{0, 0, 0};
  for (int a = 0; a + 1 < dim(); ++a) x[a] = levels_.coordinate(physical(a), e[a] + (a == axis ? side : 0.5));
  const int k = e[up()];
  const auto height = [&](int plane) { return levels_.height(plane, x[0], x[1]); };
  x[2] = axis == up() ? height(k + side) : 0.5 * (height(k) + height(k + 1));
  return x;
}

bool Mesh::has_face(int axis, int side, BoundaryKind kind, const Index& e) const {
  if (!has_patches(axis, side)) return has_face(axis, side, kind);
  const auto face = static_cast<Face>(2 * physical(axis) + side);
  return scenario::condition_at(patches_, face, centre_of_face(axis, side, e), boundary_[axis][side]) == kind;
}

bool Mesh::touches(int axis, int side, const Index& point, BoundaryKind kind) const {
  Index first{0, 0, 0}, last{1, 1, 1};
  for (int a = 0; a < dim(); ++a) {
    const int at = point[a] + degree() * first_[a];
    first[a] = at % degree() == 0 ? at / degree() - 1 : at / degree();
    last[a] = at / degree() + 1;
  }
  first[axis] = side == 0 ? 0 : n_whole_[axis] - 1;
  last[axis] = first[axis] + 1;
  bool found = false;
  for_each_index(first, last, [&](Index e) {
    for (int a = 0; a < dim(); ++a) {
      if (is_periodic(a)) e[a] = (e[a] + n_whole_[a]) % n_whole_[a];
      if (e[a] < (a == up() ? layers_.first : 0) || e[a] >= (a == up() ? layers_.last : n_whole_[a])) return;
    }
    found = found || has_face(axis, side, kind, e);
  });
  return found;
}

bool Mesh::in_absorbing_layer(const Index& e) const {
  for (int a = 0; a < dim(); ++a)
    if (first_[a] + e[a] < absorbing(a, 0) || first_[a] + e[a] >= n_whole_[a] - absorbing(a, 1)) return true;
  return false;
}

double Mesh::depth(int axis, int element, int point) const {
  const double at = first_[axis] + element + 0.5 * (1 + gll_.point[static_cast<std::size_t>(point)]);
  if (const int low = absorbing(axis, 0); at < low) return (low - at) / low;
  const int high = absorbing(axis, 1);
  return at > n_whole_[axis] - high ? (at - (n_whole_[axis] - high)) / high : 0;
}

double Mesh::share_in_domain(const Index& point) const {
  double share = 1;
  for (int a = 0; a < dim(); ++a) share *= share_along(a, point[a]);
  return share;
}

double Mesh::share_along(int a, int point) const {
  const int at = point + degree() * first_[a], low = degree() * absorbing(a, 0),
            high = degree() * (n_whole_[a] - absorbing(a, 1));
  if (at < low || at > high) return 0;
  return (at == low && absorbing(a, 0) > 0) || (at == high && absorbing(a, 1) > 0) ? 0.5 : 1;
}

parallel::Range Mesh::domain_points(int axis) const {
  if (axis >= dim()) return {0, 1};
  const parallel::Range elements = domain(axis);
  if (elements.count() == 0) return {0, 0};
  return {degree() * elements.first, degree() * elements.last + 1};
}

std::size_t Mesh::n_domain_points() const {
  return static_cast<std::size_t>(domain_points(0).count()) * domain_points(1).count() * domain_points(2).count();
}

bool Mesh::owns(const Index& point) const {
  for (int a = 0; a < dim(); ++a)
    if (!owns_along(a, point[a])) return false;
  return true;
}

std::int64_t Mesh::number(const Index& point) const {
  std::int64_t number = 0;
  for (int a = dim(); a-- > 0;) {
    const std::int64_t count = static_cast<std::int64_t>(degree()) * n_whole_[a] + 1;
    std::int64_t at = point[a] + static_cast<std::int64_t>(degree()) * first_[a];
    if (is_periodic(a)) at %= count - 1;
    number = number * count + at;
  }
  return number;
}

std::ptrdiff_t Mesh::place(const Index& point) const {
  const int degree = gll_.degree;
  const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(point[1] % degree) * degree + point[0] % degree;
  return (static_cast<std::ptrdiff_t>(point[2]) * degree * degree + within) * plane_ + point[1] / degree * row_ +
         point[0] / degree;
}

std::ptrdiff_t Mesh::first_place(const Index& e) const {
  return place({e[0] * degree(), e[1] * degree(), e[2] * degree()});
}

std::ptrdiff_t Mesh::offset(int point) const {
  const int n = degree() + 1;
  return place({point % n, point / n % n, point / (n * n)});
}

double Mesh::coordinate(int axis, int element, double xi) const {
  return levels_.coordinate(physical(axis), first_[axis] + element + 0.5 * (1 + xi));
}

double Mesh::half_height(int layer) const {
  const auto k = static_cast<std::size_t>(first_[up()] + layer);
  return 0.5 * (levels_.plane[k + 1] - levels_.plane[k]);
}

Vector Mesh::position(const Index& e, const Index& point) const {
  Vector x{};
  for (int a = 0; a + 1 < dim(); ++a) x[a] = coordinate(a, e[a], gll_.point[point[a]]);
  const int layer = first_[up()] + e[up()];
  const double above = 0.5 * (1 + gll_.point[point[up()]]);
  x[2] = (1 - above) * levels_.height(layer, x[0], x[1]) + above * levels_.height(layer + 1, x[0], x[1]);
  return x;
}

Vector Mesh::position(const Index& point) const {
  Index element{}, within{};
  for (int a = 0; a < dim(); ++a) {
    element[a] = std::min(point[a] / degree(), n_[a] - 1);
    within[a] = point[a] - degree() * element[a];
  }
  return position(element, within);
}

double Mesh::height(const Index& e, int plane, double xi, double eta) const {
  const int level = first_[up()] + plane;
  if (!levels_.is_deformed()) return levels_.plane[static_cast<std::size_t>(level)];
  const std::vector<double> along_x = gll_.values(xi), along_y = dim() == 3 ? gll_.values(eta) : std::vector{1.0};
  double z = 0;
  for (std::size_t b = 0; b < along_y.size(); ++b)
    for (std::size_t a = 0; a < along_x.size(); ++a) {
      const double y = dim() == 3 ? coordinate(1, e[1], gll_.point[b]) : 0;
      z += along_x[a] * along_y[b] * levels_.height(level, coordinate(0, e[0], gll_.point[a]), y);
    }
  return z;
}

Vector Mesh::inside(const Index& e, const Index& point) const {
  constexpr double off = 1e-6;
  const Vector x = position(e, point), opposite = position(e, [&] {
                                         Index other{};
                                         for (int a = 0; a < dim(); ++a) other[a] = degree() - point[a];
                                         return other;
                                       }());
  return x + off * (opposite - x);
}

mesh::PatchFaces patch_faces(const scenario::Scenario& s, const Mesh& mesh) {
  mesh::PatchFaces found(s);
  for (int axis = 0; axis < mesh.dim(); ++axis)
    for (const int side : {0, 1}) {
      const auto face = static_cast<Face>(2 * mesh.physical(axis) + side);
      if (!scenario::has_patch(s.patches, face)) continue;
      Index first{0, 0, 0}, last{1, 1, 1};
      for (int a = 0; a < mesh.dim(); ++a) {
        first[a] = mesh.absorbing(a, 0);
        last[a] = mesh.n_whole(a) - mesh.absorbing(a, 1);
      }
      (side == 0 ? last[axis] : first[axis]) = side == 0 ? first[axis] + 1 : last[axis] - 1;
      for_each_index(first, last, [&](const Index& e) { found.add(face, mesh.centre_of_face(axis, side, e)); });
    }
  return found;
}

double check_shapes(const scenario::Scenario& s, const Mesh& mesh) {
  constexpr double nearly_flat = 0.02;
  double least = 1;
  const int n = mesh.degree() + 1, up = mesh.up();
  // All layers between two surfaces have the same share of their heights.
  for_each_element(mesh, [&](const Index& e) {
    const int layer = mesh.first(up) + e[up];
    if (!mesh.is_deformed(e[up])) return;
    if (e[up] > 0 && mesh.levels().anchor_above(layer - 1) == mesh.levels().anchor_above(layer)) return;
    for_each_index({0, 0, 0}, {n, mesh.dim() == 3 ? n : 1, 1}, [&](const Index& column) {
      Index bottom = column, top = column;
      bottom[up] = 0;
      top[up] = mesh.degree();
      const Vector low = mesh.position(e, bottom), high = mesh.position(e, top);
      const double share = (high[2] - low[2]) / (2 * mesh.half_height(e[up]));
      least = std::min(least, share);
      if (share > nearly_flat) return;
      std::string number;
      for (int a = 0; a < mesh.dim(); ++a) number += fmt::format("{}{}", a > 0 ? ", " : "", mesh.first(a) + e[a]);
      s.fail(mesh.levels().anchor_above(layer)->key,
             fmt::format("element ({}) is {:.3g} m high at x = {:.6g}{}, z = {:.6g}, where others are {:.3g} m: nearly "
                         "singular. Take a surface that stays farther above the layer below it",
                         number, high[2] - low[2], low[0], mesh.dim() == 3 ? fmt::format(", y = {:.6g}", low[1]) : "",
                         low[2], 2 * mesh.half_height(e[up])));
    });
  });
  return least;
}

}  // namespace unda::sem
