// Geometry, the box, neighbours.
#include "mesh/tetrahedra.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "base/error.hpp"
#include "mesh/geometry.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::mesh {
namespace {

using numerics::tetrahedron_faces;

std::array<int, 3> nodes_of(const Tetrahedra& mesh, int element, int face) {
  std::array<int, 3> nodes{};
  for (int n = 0; n < 3; ++n) nodes[n] = mesh.corners[element][tetrahedron_faces[face][n]];
  return nodes;
}

bool is_periodic(const scenario::Scenario& s, int axis) {
  return s.boundary[2 * axis] == scenario::BoundaryKind::periodic;
}

/// For every node on the high side of an axis the one opposite; -1 for the others.
std::vector<int> partners(const Tetrahedra& mesh, const scenario::Scenario& s, int axis) {
  const auto [lowest, highest] = std::minmax_element(
      mesh.nodes.begin(), mesh.nodes.end(), [axis](const Vector& x, const Vector& y) { return x[axis] < y[axis]; });
  const scenario::Interval extent{(*lowest)[axis], (*highest)[axis]};
  const double tolerance = 1e-6 * extent.length();
  std::vector<int> low, high;
  for (int n = 0; n < static_cast<int>(mesh.nodes.size()); ++n) {
    if (std::abs(mesh.nodes[n][axis] - extent.low) < tolerance) low.push_back(n);
    if (std::abs(mesh.nodes[n][axis] - extent.high) < tolerance) high.push_back(n);
  }
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  // Along a coordinate that is rounded, nodes of one line are neighbours in the order.
  auto place = [&](int n) {
    return std::array<double, 2>{std::round(mesh.nodes[n][a] / tolerance), std::round(mesh.nodes[n][b] / tolerance)};
  };
  auto by_place = [&](int m, int n) { return place(m) < place(n); };
  std::sort(low.begin(), low.end(), by_place);
  std::sort(high.begin(), high.end(), by_place);
  std::vector<int> partner(mesh.nodes.size(), -1);
  bool match = low.size() == high.size();
  for (std::size_t n = 0; n < low.size() && match; ++n) {
    const Vector distance = mesh.nodes[high[n]] - mesh.nodes[low[n]];
    match = std::abs(distance[a]) < 3 * tolerance && std::abs(distance[b]) < 3 * tolerance;
    partner[high[n]] = low[n];
  }
  if (!match)
    s.fail(fmt::format("boundary.{}", face_names[2 * axis]),
           fmt::format("the nodes of {} on the sides {} and {} do not match ({} and {}); periodic sides need the same "
                       "triangles",
                       mesh.name, face_names[2 * axis], face_names[2 * axis + 1], low.size(), high.size()));
  return partner;
}

void sort_corners(Tetrahedra& mesh, const scenario::Scenario& s, const std::array<std::vector<int>, 3>& partner) {
  auto representative = [&](int node) {
    for (const std::vector<int>& opposite : partner)
      if (!opposite.empty() && opposite[node] >= 0) node = opposite[node];
    return node;
  };
  for (std::array<int, 4>& corners : mesh.corners) {
    std::sort(corners.begin(), corners.end(), [&](int a, int b) { return representative(a) < representative(b); });
    for (int n = 0; n < 3; ++n)
      if (representative(corners[n]) == representative(corners[n + 1]))
        s.fail("mesh.spacing",
               "an element reaches from one periodic side to the other; take a smaller spacing, "
               "with at least two elements between periodic sides");
  }
}

/// Neighbours among faces with equal keys.
void match(Tetrahedra& mesh, std::vector<FaceKey<3>>& keys) {
  for_each_pair_of_faces(mesh.name, mesh.nodes, keys, [&](const FaceKey<3>& a, const FaceKey<3>& b) {
    mesh.neighbours[a.element][a.face] = {b.element, b.face};
    mesh.neighbours[b.element][b.face] = {a.element, a.face};
  });
}

int side_of(const Tetrahedra& mesh, int element, int face) {
  return side_facing(outward_normal(mesh, static_cast<std::size_t>(element), face).direction);
}

void check_volumes(const Tetrahedra& mesh) {
  for (std::size_t e = 0; e < mesh.size(); ++e) {
    double longest = 0;
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b) longest = std::max(longest, norm(mesh.corner(e, a) - mesh.corner(e, b)));
    const double volume = mesh.volume(e);
    if (!(volume > 1e-9 * longest * longest * longest)) {
      const Vector x = mesh.centre(e);
      throw InputError(
          fmt::format("{}: the element at ({:.6g}, {:.6g}, {:.6g}) has no volume ({:.3g} m^3 with edges of "
                      "up to {:.3g} m); make the mesh again with a higher quality",
                      mesh.name, x[0], x[1], x[2], volume, longest));
    }
  }
}

}  // namespace

Vector Tetrahedra::centre(std::size_t e) const {
  return 0.25 * (corner(e, 0) + corner(e, 1) + corner(e, 2) + corner(e, 3));
}

double Tetrahedra::volume(std::size_t e) const {
  return std::abs(dot(corner(e, 1) - corner(e, 0), cross(corner(e, 2) - corner(e, 0), corner(e, 3) - corner(e, 0)))) /
         6;
}

double Tetrahedra::inradius(std::size_t e) const {
  double area = 0;
  for (int f = 0; f < 4; ++f) area += outward_normal(*this, e, f).area;
  return 3 * volume(e) / area;
}

FaceNormal outward_normal(const Tetrahedra& mesh, std::size_t element, int face) {
  const auto& [a, b, c] = tetrahedron_faces[face];
  const Vector origin = mesh.corner(element, a);
  const Vector n = cross(mesh.corner(element, b) - origin, mesh.corner(element, c) - origin);
  const double length = norm(n);
  const bool inward = dot(n, mesh.corner(element, 6 - a - b - c) - origin) > 0;
  return {((inward ? -1 : 1) / length) * n, 0.5 * length};
}

std::array<Vector, 3> triangle_of(const Tetrahedra& mesh, std::size_t element, int face) {
  const auto& [a, b, c] = tetrahedron_faces[face];
  return {mesh.corner(element, a), mesh.corner(element, b), mesh.corner(element, c)};
}

void connect(Tetrahedra& mesh, const scenario::Scenario& s, const std::vector<TaggedFacet>& tagged) {
  check_volumes(mesh);
  std::array<std::vector<int>, 3> partner;
  for (int axis = 0; axis < 3; ++axis)
    if (is_periodic(s, axis)) partner[axis] = partners(mesh, s, axis);
  sort_corners(mesh, s, partner);

  const int n_elements = static_cast<int>(mesh.size());
  mesh.neighbours.assign(mesh.size(), {});
  mesh.boundary.assign(mesh.size(), {-1, -1, -1, -1});
  std::vector<FaceKey<3>> keys;
  keys.reserve(4 * mesh.size());
  for (int e = 0; e < n_elements; ++e)
    for (int f = 0; f < 4; ++f) keys.push_back({sorted(nodes_of(mesh, e, f)), e, f});
  match(mesh, keys);

  std::map<std::array<int, 3>, int> side_by_tag;
  for (const TaggedFacet& facet : tagged) side_by_tag[sorted(facet.nodes)] = facet.boundary;
  std::array<std::vector<FaceKey<3>>, 3> across;
  for (int e = 0; e < n_elements; ++e)
    for (int f = 0; f < 4; ++f) {
      if (mesh.neighbours[e][f].exists()) continue;
      const std::array<int, 3> nodes = nodes_of(mesh, e, f);
      const auto tag = side_by_tag.find(sorted(nodes));
      const int side = tag != side_by_tag.end() ? tag->second : side_of(mesh, e, f);
      mesh.boundary[e][f] = static_cast<signed char>(side);
      const int axis = side / 2;
      if (axis > 2 || !is_periodic(s, axis)) continue;
      FaceKey<3> key{nodes, e, f};
      for (int& node : key.nodes)
        if (side % 2 == 1) node = partner[axis][node];
      key.nodes = sorted(key.nodes);
      across[axis].push_back(key);
    }
  for (int axis = 0; axis < 3; ++axis) {
    match(mesh, across[axis]);
    for (const FaceKey<3>& key : across[axis]) {
      if (!mesh.neighbours[key.element][key.face].exists())
        s.fail(fmt::format("boundary.{}", face_names[2 * axis]),
               fmt::format("the triangles of {} on the sides {} and {} do not match; periodic sides need the same ones",
                           mesh.name, face_names[2 * axis], face_names[2 * axis + 1]));
      mesh.boundary[key.element][key.face] = -1;
    }
  }
}

Tetrahedra part_of(const Tetrahedra& mesh, const std::vector<int>& elements) {
  Tetrahedra part;
  part.name = mesh.name;
  part.region_name = mesh.region_name;
  part.layer_point = mesh.layer_point;
  part.corners.reserve(elements.size());
  std::vector<int> nodes;  // of the part
  for (const int element : elements) {
    const auto e = static_cast<std::size_t>(element);
    const std::array<int, 4>& corners = mesh.corners[e];
    part.corners.push_back(corners);
    nodes.insert(nodes.end(), corners.begin(), corners.end());
    if (!mesh.region.empty()) part.region.push_back(mesh.region[e]);
    if (!mesh.layer.empty()) part.layer.push_back(mesh.layer[e]);
    if (e >= mesh.n_in_domain()) ++part.n_absorbing;
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  for (std::array<int, 4>& corners : part.corners)
    for (int& node : corners)
      node = static_cast<int>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
  part.nodes.reserve(nodes.size());
  for (const int node : nodes) part.nodes.push_back(mesh.nodes[static_cast<std::size_t>(node)]);
  return part;
}

Tetrahedra cut_boxes(const Levels& levels) {
  Tetrahedra mesh;
  mesh.name = "the box";
  const int nx = levels.n[0] + 1, ny = levels.n[1] + 1, nz = levels.n[2] + 1;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) mesh.nodes.push_back(levels.corner(i, j, k));
  const std::array<int, 3> stride{1, nx, nx * ny};
  // A tetrahedron for each order in which the three axes can be gone along the brick's diagonal.
  constexpr std::array<std::array<int, 3>, 6> paths{{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  auto in_absorbing_layer = [&](int axis, int box) {
    return box < levels.absorbing[axis][0] || box >= levels.n[axis] - levels.absorbing[axis][1];
  };
  const bool has_surfaces = levels.has_interfaces() && levels.is_deformed();
  for (int k = 0; has_surfaces && k < levels.n[2]; ++k) {
    const double x = levels.coordinate(0, 0.5 * levels.n[0]), y = levels.coordinate(1, 0.5 * levels.n[1]);
    mesh.layer_point.push_back({x, y, 0.5 * (levels.height(k, x, y) + levels.height(k + 1, x, y))});
  }
  for (const bool absorbing : {false, true}) {
    const std::size_t before = mesh.size();
    for (int k = 0; k + 1 < nz; ++k)
      for (int j = 0; j + 1 < ny; ++j)
        for (int i = 0; i + 1 < nx; ++i) {
          if ((in_absorbing_layer(0, i) || in_absorbing_layer(1, j) || in_absorbing_layer(2, k)) != absorbing) continue;
          const int node = i + j * stride[1] + k * stride[2];
          for (const auto& [a, b, c] : paths)
            mesh.corners.push_back({node, node + stride[a], node + stride[a] + stride[b], node + 1 + nx + nx * ny});
          if (has_surfaces) mesh.layer.insert(mesh.layer.end(), paths.size(), k);
        }
    if (absorbing) mesh.n_absorbing = mesh.size() - before;
  }
  return mesh;
}

}  // namespace unda::mesh
