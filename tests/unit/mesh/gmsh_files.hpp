// Small Gmsh files made by hand: a box cut into tetrahedra, in all four forms of the format.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include <fmt/format.h>

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

/// Elements below z = middle are in group 1 "rock", the others in group 2 "water"; triangles on the top are in group 7 "free".
struct GmshBox {
  Tetrahedra mesh;  ///< connected
  double middle = 0;
  int group(std::size_t e) const { return mesh.centre(e)[2] < middle ? 1 : 2; }

  std::string write(double version, bool binary) const {
    GmshText out(binary);
    out.line("$MeshFormat").line(fmt::format("{} {} 8", version, binary ? 1 : 0));
    if (binary) out.number(std::int32_t{1}).line("");
    out.line("$EndMeshFormat");
    out.line("$PhysicalNames")
        .line("3")
        .line("2 7 \"free\"")
        .line("3 1 \"rock\"")
        .line("3 2 \"water\"")
        .line("$EndPhysicalNames");
    version > 3 ? write_4(out) : write_2(out, binary);
    return out.text();
  }

 private:
  struct Facet {
    std::array<int, 3> nodes;
  };
  std::vector<Facet> top() const {
    std::vector<Facet> facets;
    constexpr int faces[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    for (std::size_t e = 0; e < mesh.size(); ++e)
      for (int f = 0; f < 4; ++f)
        if (mesh.boundary[e][f] == unda::top)
          facets.push_back(
              {{mesh.corners[e][faces[f][0]], mesh.corners[e][faces[f][1]], mesh.corners[e][faces[f][2]]}});
    return facets;
  }
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
  void write_2(GmshText& out, bool binary) const {
    out.line("$Nodes").line(fmt::format("{}", mesh.nodes.size()));
    for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
      out.number(static_cast<std::int32_t>(n + 1));
      for (const double x : mesh.nodes[n]) out.number(x);
      out.new_line();
    }
    if (binary) out.line("");
    const std::vector<Facet> facets = top();
    out.line("$EndNodes").line("$Elements").line(fmt::format("{}", facets.size() + mesh.size()));
    std::int32_t number = 0;
    auto header = [&](std::int32_t kind) {
      if (binary)
        out.number(kind).number(std::int32_t{1}).number(std::int32_t{2}).number(++number);
      else
        out.number(++number).number(kind).number(std::int32_t{2});
    };
    for (const Facet& facet : facets) {
      header(2);
      out.number(std::int32_t{7}).number(std::int32_t{1});
      for (const int n : facet.nodes) out.number(static_cast<std::int32_t>(n + 1));
      out.new_line();
    }
    for (std::size_t e = 0; e < mesh.size(); ++e) {
      header(4);
      out.number(static_cast<std::int32_t>(group(e))).number(std::int32_t{1});
      for (const int n : right_handed(e)) out.number(static_cast<std::int32_t>(n + 1));
      out.new_line();
    }
    if (binary) out.line("");
    out.line("$EndElements");
  }
  void write_4(GmshText& out) const {
    using Size = std::uint64_t;
    using Int = std::int32_t;
    // One surface and two volumes, in the groups 7, 1 and 2.
    out.line("$Entities").number(Size{0}).number(Size{0}).number(Size{1}).number(Size{2}).new_line();
    for (const int group : {7, 1, 2}) {
      out.number(Int{group + 10});
      for (int c = 0; c < 6; ++c) out.number(0.5);
      out.number(Size{1}).number(Int{group}).number(Size{0}).new_line();
    }
    out.line("").line("$EndEntities").line("$Nodes");
    const Size n_nodes = mesh.nodes.size();
    out.number(Size{1}).number(n_nodes).number(Size{5}).number(n_nodes + 4).new_line();
    out.number(Int{3}).number(Int{11}).number(Int{0}).number(n_nodes).new_line();
    for (Size n = 0; n < n_nodes; ++n) out.number(n + 5).new_line();
    for (const Vector& node : mesh.nodes) {
      for (const double x : node) out.number(x);
      out.new_line();
    }
    out.line("").line("$EndNodes").line("$Elements");
    const std::vector<Facet> facets = top();
    const Size n_all = facets.size() + mesh.size();
    out.number(Size{3}).number(n_all).number(Size{1}).number(n_all).new_line();
    Size number = 0;
    out.number(Int{2}).number(Int{17}).number(Int{2}).number(Size{facets.size()}).new_line();
    for (const Facet& facet : facets) {
      out.number(++number);
      for (const int n : facet.nodes) out.number(static_cast<Size>(n + 5));
      out.new_line();
    }
    for (const int g : {1, 2}) {
      Size count = 0;
      for (std::size_t e = 0; e < mesh.size(); ++e) count += group(e) == g ? 1 : 0;
      out.number(Int{3}).number(Int{g + 10}).number(Int{4}).number(count).new_line();
      for (std::size_t e = 0; e < mesh.size(); ++e) {
        if (group(e) != g) continue;
        out.number(++number);
        for (const int n : right_handed(e)) out.number(static_cast<Size>(n + 5));
        out.new_line();
      }
    }
    out.line("").line("$EndElements");
  }
};

}  // namespace unda::mesh
