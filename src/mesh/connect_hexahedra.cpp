// Looking through the elements of a mesh of hexahedra: how they turn, whose faces meet, what hangs.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/error.hpp"
#include "mesh/geometry.hpp"
#include "mesh/hexahedra.hpp"
#include "mesh/locate_hexahedra.hpp"

namespace unda::mesh {
namespace {

/// Of the volume of a cube with the element's edges: what is flatter at a point is degenerate.
constexpr double least_volume = 1e-5;
/// How far apart faces of neighbours may lie at their middles, in lengths of the face.
constexpr double same_place = 1e-6;

std::string in_words(const Vector& x) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", x[0], x[1], x[2]); }

/// Turns the first axis of an element around.
void mirror(Hexahedra& mesh, std::size_t e) {
  for (int c = 0; c < mesh.n_corners(); c += 2) std::swap(mesh.corners[e][c], mesh.corners[e][c + 1]);
  const int n = mesh.order + 1;
  Vector* point = mesh.shape.data() + e * static_cast<std::size_t>(mesh.n_shape());
  for (int row = 0; row < mesh.n_shape(); row += n) std::reverse(point + row, point + row + n);
}

/// All elements turn the same way round afterwards.
void check_shapes(Hexahedra& mesh) {
  for (std::size_t e = 0; e < mesh.size(); ++e) {
    double least = INFINITY, most = -INFINITY;
    for (int n = 0; n < (mesh.dim == 3 ? 27 : 9); ++n) {
      const Vector xi{n % 3 - 1.0, n / 3 % 3 - 1.0, n / 9 - (mesh.dim == 3 ? 1.0 : 0.0)};
      const Tangents t = mesh.tangents(e, xi);
      const double relative = determinant(t) / (norm(t[0]) * norm(t[1]) * norm(t[2]));
      least = std::min(least, relative);
      most = std::max(most, relative);
      if (std::isnan(relative)) least = 0;
    }
    if (least > least_volume) continue;
    if (most < -least_volume) {
      mirror(mesh, e);
      continue;
    }
    const bool folded = least < -least_volume;
    throw InputError(fmt::format("{}: the element at {} is {}; make the mesh again{}", mesh.name,
                                 in_words(mesh.centre(e)),
                                 folded ? "inverted: its faces go through each other" : "degenerate: flat at a corner",
                                 mesh.order == 2 ? ", or with elements of order 1" : ""));
  }
}

Vector middle_of_face(int face) {
  Vector xi{};
  xi[face / 2] = face % 2 == 0 ? -1 : 1;
  return xi;
}

/// The middles of the edges of a face, and its own.
std::vector<Vector> middles(const Hexahedra& mesh, std::size_t e, int face) {
  std::vector<Vector> found{mesh.position(e, middle_of_face(face))};
  if (mesh.dim == 2) return found;
  for (const int axis : {(face / 2 + 1) % 3, (face / 2 + 2) % 3})
    for (const double side : {-1.0, 1.0}) {
      Vector xi = middle_of_face(face);
      xi[axis] = side;
      found.push_back(mesh.position(e, xi));
    }
  return found;
}

/// Neighbours lie on opposite sides of a face that has the same shape for both.
void check_pair(const Hexahedra& mesh, const FaceKey<4>& a, const FaceKey<4>& b) {
  const auto e = static_cast<std::size_t>(a.element), other = static_cast<std::size_t>(b.element);
  const Vector here = mesh.outward_area(e, a.face, {0, 0, 0}), there = mesh.outward_area(other, b.face, {0, 0, 0});
  const Vector x = mesh.position(e, middle_of_face(a.face));
  if (dot(here, there) > 0)
    throw InputError(
        fmt::format("{}: two elements lie on the same side of their common face at {}: one of them is "
                    "inverted; make the mesh again",
                    mesh.name, in_words(x)));
  if (mesh.order == 1) return;
  const double length = std::pow(norm(here), 1.0 / (mesh.dim - 1));
  const std::vector<Vector> other_middles = middles(mesh, other, b.face);
  for (const Vector& own : middles(mesh, e, a.face))
    if (std::none_of(other_middles.begin(), other_middles.end(),
                     [&](const Vector& m) { return norm(m - own) < same_place * length; }))
      throw InputError(
          fmt::format("{}: two elements do not fit at their common face at {}: their nodes between the corners "
                      "differ; mesh all volumes with elements of one order",
                      mesh.name, in_words(x)));
}

/// A corner of the boundary that lies in or on an element of which it is no corner.
void check_hanging_nodes(const Hexahedra& mesh) {
  std::set<int> at_boundary;
  for (std::size_t e = 0; e < mesh.size(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f)
      if (!mesh.neighbours[e][f].exists())
        for (const int node : mesh.face_nodes(e, f))
          if (node >= 0) at_boundary.insert(node);
  const HexahedraLocator locator(mesh);
  for (const int node : at_boundary) {
    const Vector& x = mesh.nodes[static_cast<std::size_t>(node)];
    for (const HexahedronPoint& place : locator.find(x)) {
      const auto& corners = mesh.corners[static_cast<std::size_t>(place.element)];
      if (!place.is_inside || std::find(corners.begin(), corners.end(), node) != corners.end()) continue;
      const bool twice = std::any_of(corners.begin(), corners.end(), [&](int c) {
        return c >= 0 && norm(mesh.nodes[static_cast<std::size_t>(c)] - x) <
                             same_place * norm(mesh.box_of(static_cast<std::size_t>(place.element)).high -
                                               mesh.box_of(static_cast<std::size_t>(place.element)).low);
      });
      throw InputError(
          twice ? fmt::format("{}: two nodes lie at {}, so that the elements around it do not hang together; let parts "
                              "share their faces (in Gmsh: Coherence, or BooleanFragments)",
                              mesh.name, in_words(x))
                : fmt::format("{}: the node at {} hangs: it lies on an element at {} that does not have it; neighbours "
                              "share whole faces: mesh both sides alike",
                              mesh.name, in_words(x), in_words(mesh.centre(static_cast<std::size_t>(place.element)))));
    }
  }
}

/// In 2-D nothing faces south or north.
int side_of(const Hexahedra& mesh, std::size_t e, int face) {
  return side_facing(mesh.outward_area(e, face, {0, 0, 0}));
}

}  // namespace

void connect(Hexahedra& mesh, const std::vector<TaggedFace>& tagged) {
  check_shapes(mesh);
  mesh.neighbours.assign(mesh.size(), {});
  mesh.boundary.assign(mesh.size(), {-1, -1, -1, -1, -1, -1});
  std::vector<FaceKey<4>> keys;
  keys.reserve(static_cast<std::size_t>(mesh.n_faces()) * mesh.size());
  for (std::size_t e = 0; e < mesh.size(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) keys.push_back({mesh.face_nodes(e, f), static_cast<int>(e), f});
  for_each_pair_of_faces(mesh.name, mesh.nodes, keys, [&](const FaceKey<4>& a, const FaceKey<4>& b) {
    check_pair(mesh, a, b);
    mesh.neighbours[static_cast<std::size_t>(a.element)][a.face] = {b.element, b.face};
    mesh.neighbours[static_cast<std::size_t>(b.element)][b.face] = {a.element, a.face};
  });
  check_hanging_nodes(mesh);

  std::map<std::array<int, 4>, int> boundary_of;
  for (const TaggedFace& face : tagged) boundary_of[face.nodes] = face.boundary;
  std::size_t n_used = 0;
  for (std::size_t e = 0; e < mesh.size(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      if (mesh.neighbours[e][f].exists()) continue;
      const auto tag = boundary_of.find(mesh.face_nodes(e, f));
      n_used += tag != boundary_of.end() ? 1 : 0;
      mesh.boundary[e][f] = static_cast<signed char>(tag != boundary_of.end() ? tag->second : side_of(mesh, e, f));
    }
  if (n_used < boundary_of.size())
    throw InputError(
        fmt::format("{}: {} faces of groups that name a condition or a side do not lie on the boundary of the mesh; "
                    "save the elements on both sides, or rename the group",
                    mesh.name, boundary_of.size() - n_used));
}

}  // namespace unda::mesh
