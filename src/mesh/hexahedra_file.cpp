// From the elements of a file, in Gmsh's order of nodes, to grids of shape points.
#include "mesh/hexahedra_file.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "mesh/align_hexahedra.hpp"
#include "mesh/gmsh.hpp"
#include "mesh/gmsh_meaning.hpp"

namespace unda::mesh {
namespace {

using scenario::Scenario;

/// Where the nodes of a kind stand on a grid of three points along each axis, in Gmsh's order: corners, edges, faces, the middle.
using GridPlace = std::array<int, 3>;
constexpr GridPlace places_3d[27] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2},
                                     {0, 2, 2}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 1, 0}, {2, 0, 1}, {1, 2, 0},
                                     {2, 2, 1}, {0, 2, 1}, {1, 0, 2}, {0, 1, 2}, {2, 1, 2}, {1, 2, 2}, {1, 1, 0},
                                     {1, 0, 1}, {0, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {1, 1, 1}};
constexpr GridPlace places_2d[9] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 0, 0},
                                    {2, 1, 0}, {1, 2, 0}, {0, 1, 0}, {1, 1, 0}};

/// Kinds of elements, of first order, of second without and with nodes in the middles, and the kinds of their faces.
struct Kinds {
  std::array<int, 3> elements;
  std::array<int, 3> faces;
  const char* name;
};
constexpr Kinds kinds_3d{
    {hexahedron, hexahedron_20, hexahedron_27}, {quadrilateral, quadrilateral_8, quadrilateral_9}, "hexahedra"};
constexpr Kinds kinds_2d{{quadrilateral, quadrilateral_8, quadrilateral_9}, {line, line_3, line_3}, "quadrilaterals"};
const Kinds& kinds_of(int dim) { return dim == 3 ? kinds_3d : kinds_2d; }

void refuse_other_kinds(const Scenario& s, const GmshMesh& file) {
  const int dim = s.domain.dim;
  const Kinds& own = kinds_of(dim);
  for (const int kind : {tetrahedron, tetrahedron_10, prism, pyramid, triangle, triangle_6}) {
    const bool is_flat = kind == triangle || kind == triangle_6;
    if (is_flat == (dim == 3) || file.count(kind) == 0) continue;
    s.fail("mesh.file",
           fmt::format("{} has {} {}; spectral elements take {}{}", file.name, file.count(kind), name_of_kind(kind),
                       own.name,
                       kind == tetrahedron || kind == tetrahedron_10 ? "; tetrahedra are for method = \"dg\""
                       : is_flat ? ": recombine triangles (in Gmsh: Mesh.RecombineAll)"
                                 : ": mesh all volumes transfinite or extruded, and recombined"));
  }
  if (std::none_of(own.elements.begin(), own.elements.end(), [&](int kind) { return file.count(kind) > 0; }))
    s.fail("mesh.file", fmt::format("{} has no {}; save all elements of the {}", file.name, own.name,
                                    dim == 3 ? "volumes" : "surfaces"));
}

/// Points of x and z: of a file in the plane of x and y, y is z.
std::vector<Vector> nodes_in_plane(const Scenario& s, const GmshMesh& file, const std::vector<int>& used) {
  BoundingBox box;
  for (const int n : used) box.include(file.nodes[static_cast<std::size_t>(n)]);
  const Vector extent = box.high - box.low;
  const double flat = 1e-9 * norm(extent);
  std::vector<Vector> nodes = file.nodes;
  if (extent[1] > flat && extent[2] > flat)
    s.fail("mesh.file", fmt::format("{} is not flat: its quadrilaterals reach over {:.6g} m along y and {:.6g} m along "
                                    "z; a 2-D mesh lies in the plane of x and z, or of x and y, whose y is then z",
                                    file.name, extent[1], extent[2]));
  for (Vector& x : nodes) x = {x[0], 0, extent[1] > flat ? x[1] : x[2]};
  return nodes;
}

/// The points of a grid of three along each axis that a kind without nodes in the middles does not have, as its polynomials give them.
void fill_middles(int dim, std::span<Vector> grid, std::span<bool> is_known) {
  for (int n = 0; n < static_cast<int>(grid.size()); ++n) {
    if (is_known[static_cast<std::size_t>(n)]) continue;
    const GridPlace at{n % 3, n / 3 % 3, n / 9};
    Vector corners{}, edges{};
    int n_corners = 0, n_edges = 0, n_middles = 0;
    for (int a = 0; a < dim; ++a) n_middles += at[a] == 1 ? 1 : 0;
    // Those of the same face: they agree with the point along the axes in which it is not in the middle.
    for (int m = 0; m < static_cast<int>(grid.size()); ++m) {
      const GridPlace other{m % 3, m / 3 % 3, m / 9};
      int n_between = 0;
      bool is_of_face = true;
      for (int a = 0; a < dim; ++a) {
        is_of_face = is_of_face && (at[a] == 1 || other[a] == at[a]);
        n_between += other[a] == 1 ? 1 : 0;
      }
      if (!is_of_face) continue;
      if (n_between == 0) corners = corners + grid[static_cast<std::size_t>(m)], ++n_corners;
      if (n_between == 1) edges = edges + grid[static_cast<std::size_t>(m)], ++n_edges;
    }
    const double of_edge = n_middles == 2 ? 0.5 : 0.25;
    grid[static_cast<std::size_t>(n)] = of_edge * edges - 0.25 * corners;
  }
}

/// By first-order elements in a mesh of second order.
void fill_straight(int dim, std::span<Vector> grid) {
  for (int n = 0; n < static_cast<int>(grid.size()); ++n) {
    const GridPlace at{n % 3, n / 3 % 3, n / 9};
    Vector sum{};
    int count = 0;
    for (int c = 0; c < (dim == 3 ? 8 : 4); ++c) {
      const GridPlace corner{2 * (c % 2), 2 * (c / 2 % 2), 2 * (c / 4)};
      bool touches = true;
      for (int a = 0; a < dim; ++a) touches = touches && (at[a] == 1 || at[a] == corner[a]);
      if (!touches) continue;
      sum = sum + grid[corner[0] + 3 * corner[1] + 9 * corner[2]];
      ++count;
    }
    if (count > 1) grid[static_cast<std::size_t>(n)] = (1.0 / count) * sum;
  }
}

void add_elements(Hexahedra& mesh, const GmshElements& list) {
  const int dim = mesh.dim, n_corners = mesh.n_corners(), n_grid = dim == 3 ? 27 : 9;
  const GridPlace* places = dim == 3 ? places_3d : places_2d;
  for (std::size_t e = 0; e < list.size(); ++e) {
    const int* nodes = list.nodes.data() + e * static_cast<std::size_t>(list.nodes_each);
    std::array<int, 8> corners{-1, -1, -1, -1, -1, -1, -1, -1};
    std::array<Vector, 27> grid{};
    std::array<bool, 27> is_known{};
    for (int n = 0; n < list.nodes_each; ++n) {
      const auto [i, j, k] = places[n];
      const int at = i + 3 * j + 9 * k;
      grid[at] = mesh.nodes[static_cast<std::size_t>(nodes[n])];
      is_known[at] = true;
      if (n < n_corners) corners[i / 2 + 2 * (j / 2) + 4 * (k / 2)] = nodes[n];
    }
    const std::span points(grid.data(), static_cast<std::size_t>(n_grid));
    if (list.nodes_each == n_corners)
      fill_straight(dim, points);
    else
      fill_middles(dim, points, std::span(is_known.data(), static_cast<std::size_t>(n_grid)));
    for (int n = 0; n < n_grid; ++n)
      if (mesh.order == 2 || (n % 3 != 1 && n / 3 % 3 != 1 && (dim == 2 || n / 9 != 1)))
        mesh.shape.push_back(grid[static_cast<std::size_t>(n)]);
    mesh.corners.push_back(corners);
    mesh.region.push_back(list.group[e]);
  }
}

std::vector<TaggedFace> tagged_faces(const Scenario& s, const GmshMesh& file) {
  const int dim = s.domain.dim, n_corners = dim == 3 ? 4 : 2;
  std::vector<TaggedFace> tagged;
  std::array<int, 3> kinds = kinds_of(dim).faces;
  for (const int* kind = kinds.begin(); kind != std::unique(kinds.begin(), kinds.end()); ++kind) {
    if (file.count(*kind) == 0) continue;
    const GmshElements& list = file.elements.at(*kind);
    for (std::size_t n = 0; n < list.size(); ++n) {
      const int boundary = boundary_of_group(file, dim - 1, list.group[n]);
      if (boundary < 0) continue;
      if (dim == 2 && (boundary == south || boundary == north))
        s.fail("mesh.file", fmt::format("{} has lines of a group \"{}\", a side that a 2-D domain does not have",
                                        file.name, face_names[boundary]));
      TaggedFace face{{-1, -1, -1, -1}, boundary};
      for (int c = 0; c < n_corners; ++c)
        face.nodes[c] = list.nodes[n * static_cast<std::size_t>(list.nodes_each) + static_cast<std::size_t>(c)];
      face.nodes = sorted(face.nodes);
      tagged.push_back(face);
    }
  }
  return tagged;
}

}  // namespace

Hexahedra read_hexahedra(const Scenario& s) {
  const GmshMesh file = read_gmsh(s.mesh.file);
  refuse_other_kinds(s, file);
  Hexahedra mesh;
  mesh.name = file.name;
  mesh.dim = s.domain.dim;
  std::vector<int> used;
  for (const int kind : kinds_of(mesh.dim).elements) {
    if (file.count(kind) == 0) continue;
    const GmshElements& list = file.elements.at(kind);
    used.insert(used.end(), list.nodes.begin(), list.nodes.end());
    if (list.nodes_each > mesh.n_corners()) mesh.order = 2;
  }
  mesh.nodes = mesh.dim == 2 ? nodes_in_plane(s, file, used) : file.nodes;
  for (const int kind : kinds_of(mesh.dim).elements)
    if (file.count(kind) > 0) add_elements(mesh, file.elements.at(kind));
  mesh.region_name = region_names(file, mesh.dim);
  check_extent(s, mesh.name, mesh.shape);
  connect(mesh, tagged_faces(s, file));
  align(mesh);
  return mesh;
}

namespace {

constexpr int first_boundary_group = 1001;  // above those of regions

std::string boundary_name(int code) {
  return code < 6 ? std::string(face_names[static_cast<std::size_t>(code)])
                  : scenario::name_of(static_cast<scenario::BoundaryKind>(code - 6));
}

void add_boundary(const Hexahedra& mesh, std::size_t e, int face, GmshMesh& file) {
  const int dim = mesh.dim;
  const signed char code = mesh.boundary[e][static_cast<std::size_t>(face)];
  std::vector<int> nodes;
  for (int c = 0; c < mesh.n_corners(); ++c)
    if ((c >> (face / 2)) % 2 == face % 2) nodes.push_back(mesh.corners[e][static_cast<std::size_t>(c)]);
  if (dim == 3) std::swap(nodes[2], nodes[3]);  // around the face
  GmshElements& list = file.elements[dim == 3 ? quadrilateral : line];
  list.nodes_each = static_cast<int>(nodes.size());
  list.nodes.insert(list.nodes.end(), nodes.begin(), nodes.end());
  list.group.push_back(first_boundary_group + code);
  file.group_name[{dim - 1, first_boundary_group + code}] = boundary_name(code);
}

}  // namespace

/// Nodes between corners are those of one element each.
GmshMesh to_gmsh(const Hexahedra& mesh) {
  GmshMesh file{mesh.name, mesh.nodes, {}, {}};
  const int dim = mesh.dim, n = mesh.order + 1;
  const GridPlace* places = dim == 3 ? places_3d : places_2d;
  const auto kind = static_cast<std::size_t>(mesh.order == 2 ? 2 : 0);
  GmshElements& list = file.elements[kinds_of(dim).elements[kind]];
  list.nodes_each = mesh.order == 2 ? mesh.n_shape() : mesh.n_corners();
  for (std::size_t e = 0; e < mesh.size(); ++e) {
    for (int p = 0; p < list.nodes_each; ++p) {
      const auto [i, j, k] = places[p];
      if (p < mesh.n_corners()) {
        list.nodes.push_back(mesh.corners[e][i / 2 + 2 * (j / 2) + 4 * (k / 2)]);
        continue;
      }
      list.nodes.push_back(static_cast<int>(file.nodes.size()));
      file.nodes.push_back(mesh.shape_of(e)[i + n * (j + n * k)]);
    }
    list.group.push_back(mesh.region[e]);
    for (int f = 0; f < mesh.n_faces(); ++f)
      if (mesh.boundary[e][static_cast<std::size_t>(f)] >= 0) add_boundary(mesh, e, f, file);
  }
  for (const auto& [group, name] : mesh.region_name) file.group_name[{dim, group}] = name;
  return file;
}

}  // namespace unda::mesh
