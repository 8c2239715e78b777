// Gmsh files made by hand, in all four forms of the format: any mesh, and a box cut into tetrahedra.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "mesh/gmsh.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

/// A section's numbers: as text, or as their bytes.
class GmshText {
 public:
  explicit GmshText(bool binary) : binary_(binary) {}
  template <class T>
  GmshText& number(T value) {
    if (binary_)
      text_.append(reinterpret_cast<const char*>(&value), sizeof value);
    else
      text_ += fmt::format("{} ", value);
    return *this;
  }
  GmshText& line(const std::string& text) {
    text_ += text + "\n";
    return *this;
  }
  GmshText& new_line() {
    if (!binary_) text_ += "\n";
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  bool binary_;
  std::string text_;
};

/// A mesh in one of the four forms.
class GmshForm {
 public:
  GmshForm(const GmshMesh& mesh, double version, bool binary) : mesh_(mesh), binary_(binary), out_(binary) {
    out_.line("$MeshFormat").line(fmt::format("{} {} 8", version, binary ? 1 : 0));
    if (binary) out_.number(std::int32_t{1}).line("");
    out_.line("$EndMeshFormat").line("$PhysicalNames").line(fmt::format("{}", mesh.group_name.size()));
    for (const auto& [group, name] : mesh.group_name)
      out_.line(fmt::format("{} {} \"{}\"", group.first, group.second, name));
    out_.line("$EndPhysicalNames");
    version > 3 ? write_4() : write_2();
  }
  const std::string& text() const { return out_.text(); }

 private:
  using Size = std::uint64_t;
  using Int = std::int32_t;

  static Int dimension_of(int kind) {
    for (const int flat : {triangle, quadrilateral, triangle_6, quadrilateral_8, quadrilateral_9})
      if (kind == flat) return 2;
    return kind == line || kind == line_3 ? 1 : 3;
  }
  std::size_t n_elements() const {
    std::size_t n = 0;
    for (const auto& [kind, list] : mesh_.elements) n += list.size();
    return n;
  }

  void write_2() {
    out_.line("$Nodes").line(fmt::format("{}", mesh_.nodes.size()));
    for (std::size_t n = 0; n < mesh_.nodes.size(); ++n) {
      out_.number(static_cast<Int>(n + 1));
      for (const double x : mesh_.nodes[n]) out_.number(x);
      out_.new_line();
    }
    if (binary_) out_.line("");
    out_.line("$EndNodes").line("$Elements").line(fmt::format("{}", n_elements()));
    Int number = 0;
    for (const auto& [kind, list] : mesh_.elements)
      for (std::size_t e = 0; e < list.size(); ++e) {
        if (binary_)
          out_.number(Int{kind}).number(Int{1}).number(Int{2}).number(++number);
        else
          out_.number(++number).number(Int{kind}).number(Int{2});
        out_.number(Int{list.group[e]}).number(Int{1});
        for (int c = 0; c < list.nodes_each; ++c)
          out_.number(static_cast<Int>(list.nodes[e * static_cast<std::size_t>(list.nodes_each) + c] + 1));
        out_.new_line();
      }
    if (binary_) out_.line("");
    out_.line("$EndElements");
  }

  /// An entity for each group of a dimension, and a block for each kind in it.
  void write_4() {
    std::map<std::pair<int, int>, std::map<int, std::vector<std::size_t>>> blocks;  // dimension and group, kind
    for (const auto& [kind, list] : mesh_.elements)
      for (std::size_t e = 0; e < list.size(); ++e) blocks[{dimension_of(kind), list.group[e]}][kind].push_back(e);
    std::array<Size, 4> n_entities{};
    Size n_blocks = 0;
    for (const auto& [entity, kinds] : blocks) {
      ++n_entities[static_cast<std::size_t>(entity.first)];
      n_blocks += kinds.size();
    }
    out_.line("$Entities");
    for (const Size n : n_entities) out_.number(n);
    out_.new_line();
    for (const auto& [entity, kinds] : blocks) {
      out_.number(Int{entity.second + 10});
      for (int c = 0; c < 6; ++c) out_.number(0.5);
      out_.number(Size{entity.second != 0});
      if (entity.second != 0) out_.number(Int{entity.second});
      out_.number(Size{0}).new_line();
    }
    out_.line("").line("$EndEntities").line("$Nodes");
    const Size n_nodes = mesh_.nodes.size();
    out_.number(Size{1}).number(n_nodes).number(Size{5}).number(n_nodes + 4).new_line();
    out_.number(Int{3}).number(Int{11}).number(Int{0}).number(n_nodes).new_line();
    for (Size n = 0; n < n_nodes; ++n) out_.number(n + 5).new_line();
    for (const Vector& node : mesh_.nodes) {
      for (const double x : node) out_.number(x);
      out_.new_line();
    }
    out_.line("").line("$EndNodes").line("$Elements");
    out_.number(n_blocks).number(Size{n_elements()}).number(Size{1}).number(Size{n_elements()}).new_line();
    Size number = 0;
    for (const auto& [entity, kinds] : blocks)
      for (const auto& [kind, elements] : kinds) {
        const GmshElements& list = mesh_.elements.at(kind);
        out_.number(Int{entity.first}).number(Int{entity.second + 10}).number(Int{kind}).number(Size{elements.size()});
        out_.new_line();
        for (const std::size_t e : elements) {
          out_.number(++number);
          for (int c = 0; c < list.nodes_each; ++c)
            out_.number(static_cast<Size>(list.nodes[e * static_cast<std::size_t>(list.nodes_each) + c] + 5));
          out_.new_line();
        }
      }
    out_.line("").line("$EndElements");
  }

  const GmshMesh& mesh_;
  bool binary_;
  GmshText out_;
};

inline void add_element(GmshMesh& file, int kind, const std::vector<int>& nodes, int group) {
  GmshElements& list = file.elements[kind];
  list.nodes_each = static_cast<int>(nodes.size());
  list.nodes.insert(list.nodes.end(), nodes.begin(), nodes.end());
  list.group.push_back(group);
}

/// Elements below z = middle are in group 1 "rock", the others in group 2 "water"; triangles on the top are in group 7 "free".
struct GmshBox {
  Tetrahedra mesh;  ///< connected
  double middle = 0;
  int group(std::size_t e) const { return mesh.centre(e)[2] < middle ? 1 : 2; }

  std::string write(double version, bool binary) const {
    GmshMesh file{"", mesh.nodes, {}, {{{2, 7}, "free"}, {{3, 1}, "rock"}, {{3, 2}, "water"}}};
    constexpr int faces[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    for (std::size_t e = 0; e < mesh.size(); ++e) {
      const std::array<int, 4> c = right_handed(e);
      add_element(file, tetrahedron, {c.begin(), c.end()}, group(e));
      for (int f = 0; f < 4; ++f)
        if (mesh.boundary[e][f] == unda::top)
          add_element(file, triangle,
                      {mesh.corners[e][faces[f][0]], mesh.corners[e][faces[f][1]], mesh.corners[e][faces[f][2]]}, 7);
    }
    return GmshForm(file, version, binary).text();
  }

 private:
  /// In the order of a right-handed element, as Gmsh writes them.
  std::array<int, 4> right_handed(std::size_t e) const {
    std::array<int, 4> c = mesh.corners[e];
    const Vector a = mesh.corner(e, 1) - mesh.corner(e, 0), b = mesh.corner(e, 2) - mesh.corner(e, 0),
                 d = mesh.corner(e, 3) - mesh.corner(e, 0);
    const double volume =
        a[0] * (b[1] * d[2] - b[2] * d[1]) - a[1] * (b[0] * d[2] - b[2] * d[0]) + a[2] * (b[0] * d[1] - b[1] * d[0]);
    if (volume < 0) std::swap(c[0], c[1]);
    return c;
  }
};

}  // namespace unda::mesh
