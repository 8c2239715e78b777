// Groups by medium, and the sections of a file.
#include "mesh/gmsh_writer.hpp"

#include <array>
#include <fstream>

#include <fmt/format.h>

#include "base/error.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::mesh {
namespace {

/// Beyond so many media a model varies everywhere: one group holds all.
constexpr std::size_t most_groups = 100;

/// Numbers media from 1 in the order in which they come.
class MediumGroups {
 public:
  explicit MediumGroups(const model::Model& model) : model_(model) {}
  int of(const Vector& centre) {
    const model::Properties here = model_.at(centre);
    const std::array<double, 3> key{here.vp, here.vs, here.rho};
    const auto [found, is_new] = group_.emplace(key, static_cast<int>(group_.size()) + 1);
    return found->second;
  }
  void finish(GmshMesh& mesh, int kind, int dimension) const {
    GmshElements& elements = mesh.elements.at(kind);
    if (group_.size() > most_groups) elements.group.assign(elements.group.size(), 1);
    const std::size_t n_groups = group_.size() > most_groups ? 1 : group_.size();
    for (std::size_t n = 1; n <= n_groups; ++n)
      mesh.group_name[{dimension, static_cast<int>(n)}] = fmt::format("medium{}", n);
  }

 private:
  const model::Model& model_;
  std::map<std::array<double, 3>, int> group_;
};

void add(GmshMesh& mesh, int kind, std::initializer_list<int> nodes, int group) {
  GmshElements& elements = mesh.elements[kind];
  elements.nodes_each = static_cast<int>(nodes.size());
  elements.nodes.insert(elements.nodes.end(), nodes);
  elements.group.push_back(group);
}

constexpr int first_side_group = 1001;  // of surfaces; volumes have numbers of their own

}  // namespace

GmshMesh to_gmsh(const Tetrahedra& mesh, const model::Model& model) {
  GmshMesh file{mesh.name, mesh.nodes, {}, {}};
  MediumGroups media(model);
  for (std::size_t e = 0; e < mesh.size(); ++e) {
    std::array<int, 4> c = mesh.corners[e];
    const Vector a = mesh.corner(e, 1) - mesh.corner(e, 0), b = mesh.corner(e, 2) - mesh.corner(e, 0),
                 d = mesh.corner(e, 3) - mesh.corner(e, 0);
    const double turn =
        a[0] * (b[1] * d[2] - b[2] * d[1]) + a[1] * (b[2] * d[0] - b[0] * d[2]) + a[2] * (b[0] * d[1] - b[1] * d[0]);
    if (turn < 0) std::swap(c[2], c[3]);  // all the same way round
    const Vector inside =
        mesh.layer.empty() ? mesh.centre(e) : mesh.layer_point[static_cast<std::size_t>(mesh.layer[e])];
    add(file, tetrahedron, {c[0], c[1], c[2], c[3]}, mesh.region.empty() ? media.of(inside) : mesh.region[e]);
    for (int f = 0; f < 4; ++f) {
      if (mesh.boundary[e][f] < 0 || mesh.boundary[e][f] >= 6) continue;  // a neighbour, or a condition of a file
      const int side = static_cast<unsigned char>(mesh.boundary[e][f]);
      const auto& [i, j, k] = numerics::tetrahedron_faces[f];
      add(file, triangle, {mesh.corners[e][i], mesh.corners[e][j], mesh.corners[e][k]}, first_side_group + side);
      file.group_name[{2, first_side_group + side}] = face_names[side];
    }
  }
  if (mesh.region.empty())
    media.finish(file, tetrahedron, 3);
  else
    for (const auto& [group, name] : mesh.region_name) file.group_name[{3, group}] = name;
  return file;
}

GmshMesh to_gmsh(const Levels& levels, const model::Model& model) {
  GmshMesh file{"the box", {}, {}, {}};
  const bool flat = levels.dim == 2;
  const int nx = levels.n[0] + 1, ny = flat ? 1 : levels.n[1] + 1;
  for (int k = 0; k <= levels.n[2]; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) file.nodes.push_back(levels.corner(i, j, k));
  MediumGroups media(model);
  for (int k = 0; k < levels.n[2]; ++k)
    for (int j = 0; j < (flat ? 1 : levels.n[1]); ++j)
      for (int i = 0; i < levels.n[0]; ++i) {
        const int n = i + nx * (j + ny * k), up = nx * ny;
        const int opposite = n + 1 + (flat ? 0 : nx) + up;
        const int group = media.of(0.5 * (file.nodes[n] + file.nodes[opposite]));
        if (flat)
          add(file, quadrilateral, {n, n + 1, n + 1 + up, n + up}, group);
        else
          add(file, hexahedron, {n, n + 1, n + 1 + nx, n + nx, n + up, n + 1 + up, n + 1 + nx + up, n + nx + up},
              group);
      }
  media.finish(file, flat ? quadrilateral : hexahedron, flat ? 2 : 3);
  return file;
}

void write_gmsh(const GmshMesh& mesh, const std::filesystem::path& file) {
  const std::filesystem::path partial = file.string() + ".partial";
  std::ofstream out(partial, std::ios::binary);
  out << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n" << mesh.group_name.size() << "\n";
  for (const auto& [group, name] : mesh.group_name)
    out << group.first << " " << group.second << " \"" << name << "\"\n";
  out << "$EndPhysicalNames\n$Nodes\n" << mesh.nodes.size() << "\n";
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
    out << fmt::format("{} {} {} {}\n", n + 1, mesh.nodes[n][0], mesh.nodes[n][1], mesh.nodes[n][2]);
  std::size_t n_elements = 0, number = 0;
  for (const auto& [kind, elements] : mesh.elements) n_elements += elements.size();
  out << "$EndNodes\n$Elements\n" << n_elements << "\n";
  for (const auto& [kind, elements] : mesh.elements)
    for (std::size_t e = 0; e < elements.size(); ++e) {
      out << fmt::format("{} {} 2 {} {}", ++number, kind, elements.group[e], elements.group[e]);
      for (int c = 0; c < elements.nodes_each; ++c)
        out << ' '
            << elements.nodes[e * static_cast<std::size_t>(elements.nodes_each) + static_cast<std::size_t>(c)] + 1;
      out << '\n';
    }
  out << "$EndElements\n";
  out.close();
  require(out.good(), "{}: cannot be written; is the directory there, and has the disk room?", partial.string());
  std::filesystem::rename(partial, file);
}

}  // namespace unda::mesh
