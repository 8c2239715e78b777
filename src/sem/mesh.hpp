// The elements of one rank, a box of them cut out of the whole mesh, with their points: where these are, and how the numbers
// on them lie in memory.
//
// Axes count 0 ... dim-1: x, (y,) z. Point I along an axis is point a = I mod degree of element i = I / degree; both faces of
// the box have points. A point's place in an array is
//
//   ((K degree + b) degree + a) plane + j row + i      3-D, with I = (i, a), J = (j, b) and level K
//   (b degree + a) plane + j row + i                   2-D
//
// so that the same point of neighbouring elements lies side by side. row = n_x + 1 and plane has room for n + 1 elements along
// the first two axes: the last along an axis has points with a = 0 (or b = 0) alone, its other places stay empty.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "base/vector.hpp"
#include "mesh/levels.hpp"
#include "mesh/patch_faces.hpp"
#include "numerics/gll.hpp"
#include "parallel/cartesian.hpp"

namespace unda::sem {

using Index = std::array<int, 3>;

class Mesh {
 public:
  Mesh() = default;
  Mesh(const scenario::Scenario& scenario, mesh::Levels levels, int degree, const parallel::Cartesian& cuts);
  /// Some elements of the whole mesh as if no others were there; the ends that lie within it are held.
  Mesh patch(const std::array<parallel::Range, 3>& elements) const;
  /// What this rank has of some layers of the whole mesh; `loose`: the kind of face that does nothing, which their ends within the
  /// mesh are. A rank that has no more than a plane of points of them shares it with a neighbour and has no elements; one without
  /// even that has no points.
  Mesh slab(const parallel::Range& layers, scenario::BoundaryKind loose) const;
  /// The layers of the whole mesh that it is made of, on all ranks.
  const parallel::Range& layers() const { return layers_; }
  bool is_empty() const { return is_empty_; }

  int dim() const { return levels_.dim; }
  int degree() const { return gll_.degree; }
  const numerics::Gll& gll() const { return gll_; }
  const mesh::Levels& levels() const { return levels_; }

  /// 0 x, 1 y, 2 z.
  int physical(int axis) const { return dim() == 2 && axis == 1 ? 2 : axis; }
  /// Elements along an axis: of this rank, of all, and the first of this rank. 1 along axes that are absent.
  int n(int axis) const { return n_[axis]; }
  int n_whole(int axis) const { return n_whole_[axis]; }
  int first(int axis) const { return first_[axis]; }
  std::int64_t n_elements() const { return static_cast<std::int64_t>(n_[0]) * n_[1] * n_[2]; }
  int n_points(int axis) const {
    if (axis >= dim()) return 1;
    return axis == up() && is_empty_ ? 0 : degree() * n_[axis] + 1;
  }
  std::size_t n_points() const;
  int points_of_an_element() const;

  /// Elements of the absorbing layer at an end of the whole mesh; and those of this rank that lie in the domain.
  int absorbing(int axis, int side) const { return axis < dim() ? levels_.absorbing[physical(axis)][side] : 0; }
  parallel::Range domain(int axis) const;
  bool in_absorbing_layer(const Index& element) const;
  /// How deep in an absorbing layer point a of an element lies along an axis: 0 in the domain, 1 at the outer end.
  double depth(int axis, int element, int point) const;
  /// Of the volume around a point the part in the domain, as its faces cut it: 1 within, 0 beyond.
  double share_in_domain(const Index& point) const;
  /// The factor of one axis in it.
  double share_along(int axis, int point) const;
  /// Points of the domain on this rank along an axis.
  parallel::Range domain_points(int axis) const;
  std::size_t n_domain_points() const;

  scenario::BoundaryKind boundary(int axis, int side) const { return boundary_[axis][side]; }
  Index of_whole(const Index& element) const {
    return {first_[0] + element[0], first_[1] + element[1], first_[2] + element[2]};
  }
  bool is_cut(int axis, int side) const { return cut_[axis][side]; }
  bool is_periodic(int axis) const { return boundary_[axis][0] == scenario::BoundaryKind::periodic; }
  /// Whether the low or high end of the box along an axis is this kind of face of the domain.
  bool has_face(int axis, int side, scenario::BoundaryKind kind) const {
    return axis < dim() && !cut_[axis][side] && boundary_[axis][side] == kind;
  }
  /// Whether parts of a face of the domain have conditions of their own.
  bool has_patches(int axis, int side) const;
  /// The same as has_face() for the face of an element of the whole mesh, by its centre.
  bool has_face(int axis, int side, scenario::BoundaryKind kind, const Index& whole_element) const;
  /// Whether a point on a face of the domain belongs to an element whose face there is of this kind.
  bool touches(int axis, int side, const Index& point, scenario::BoundaryKind kind) const;
  /// The middle of the face of an element of the whole mesh at an end of an axis.
  Vector centre_of_face(int axis, int side, const Index& whole_element) const;
  /// Whether all fields are zero at an end: the sides of a patch.
  bool is_held(int axis, int side) const { return held_[axis][side]; }
  /// Whether a point counts here in sums over all points: ends that another place stands for as well do not.
  bool owns(const Index& point) const;
  bool owns_along(int axis, int point) const {
    return !(point == degree() * n_[axis] && (cut_[axis][1] || is_periodic(axis)));
  }
  /// The number of a point among all of the whole mesh; periodic faces count once.
  std::int64_t number(const Index& point) const;

  std::ptrdiff_t row() const { return row_; }
  std::ptrdiff_t plane() const { return plane_; }
  std::size_t size() const { return size_; }
  std::ptrdiff_t place(const Index& point) const;
  /// Of an element within a layer; and the first of its points.
  std::ptrdiff_t element_place(const Index& element) const { return element[1] * row_ + element[0]; }
  std::ptrdiff_t first_place(const Index& element) const;
  /// The place of a point of an element, counted a fastest, from the place of its first.
  std::ptrdiff_t offset(int point) const;

  /// The vertical axis, and whether the elements of a layer follow a surface.
  int up() const { return dim() - 1; }
  bool is_deformed(int layer) const { return levels_.is_deformed(first_[up()] + layer); }

  /// Where a point of an element lies.
  Vector position(const Index& element, const Index& point) const;
  Vector position(const Index& point) const;
  /// z of a plane between layers over (x, y) by the polynomials of the element below or above it.
  double height(const Index& element, int plane, double xi, double eta) const;
  double coordinate(int axis, int element, double xi) const;
  double edge(int axis) const { return levels_.edge(axis); }
  double half_height(int layer) const;
  /// A point a little off the faces of its element, where the model is asked.
  Vector inside(const Index& element, const Index& point) const;

 private:
  void lay_out();

  mesh::Levels levels_;
  numerics::Gll gll_;
  Index n_{1, 1, 1}, n_whole_{1, 1, 1}, first_{0, 0, 0};
  std::array<std::array<scenario::BoundaryKind, 2>, 3> boundary_{};
  std::vector<scenario::BoundaryPatch> patches_;  ///< of them
  std::array<std::array<bool, 2>, 3> cut_{}, held_{};
  parallel::Range layers_;
  bool is_empty_ = false;
  std::ptrdiff_t row_ = 0, plane_ = 0;
  std::size_t size_ = 0;
};

/// Calls f({i, j, k}) for all indices of a box, the first fastest.
template <class Function>
void for_each_index(const Index& first, const Index& last, Function f) {
  for (int k = first[2]; k < last[2]; ++k)
    for (int j = first[1]; j < last[1]; ++j)
      for (int i = first[0]; i < last[0]; ++i) f(Index{i, j, k});
}

/// All elements, and all points, of a rank.
template <class Function>
void for_each_element(const Mesh& mesh, Function f) {
  for_each_index({0, 0, 0}, {mesh.n(0), mesh.n(1), mesh.n(2)}, f);
}
template <class Function>
void for_each_point(const Mesh& mesh, Function f) {
  for_each_index({0, 0, 0}, {mesh.n_points(0), mesh.n_points(1), mesh.n_points(2)}, f);
}
/// f(place, whether it counts in sums over the points of all ranks, number of its point).
template <class Function>
void for_each_place(const Mesh& mesh, Function f) {
  for_each_point(mesh, [&](const Index& point) {
    f(static_cast<std::size_t>(mesh.place(point)), mesh.owns(point), mesh.number(point));
  });
}
template <class Function>
void for_each_domain_point(const Mesh& mesh, Function f) {
  const parallel::Range x = mesh.domain_points(0), y = mesh.domain_points(1), z = mesh.domain_points(2);
  for_each_index({x.first, y.first, z.first}, {x.last, y.last, z.last}, f);
}
/// All points of one element.
template <class Function>
void for_each_point_of_element(const Mesh& mesh, Function f) {
  const int n = mesh.degree() + 1;
  for_each_index({0, 0, 0}, {n, n, mesh.dim() == 3 ? n : 1}, f);
}

/// Of the elements of the domain, on all ranks.
mesh::PatchFaces patch_faces(const scenario::Scenario& scenario, const Mesh& mesh);

/// Refuses elements that are turned inside out or nearly flat; gives the least height of an element, as a part of what it
/// would be under a flat top.
double check_shapes(const scenario::Scenario& scenario, const Mesh& mesh);

}  // namespace unda::sem
