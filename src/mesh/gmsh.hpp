// Reading Gmsh files, 2.2 and 4.1, text and binary: nodes, elements with their physical groups, names of the groups.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/vector.hpp"

namespace unda::mesh {

/// Gmsh's numbers for kinds of elements: those of first order, and of second with so many nodes.
enum GmshKind : int {
  line = 1,
  triangle = 2,
  quadrilateral = 3,
  tetrahedron = 4,
  hexahedron = 5,
  prism = 6,
  pyramid = 7,
  line_3 = 8,
  triangle_6 = 9,
  quadrilateral_9 = 10,
  tetrahedron_10 = 11,
  hexahedron_27 = 12,
  quadrilateral_8 = 16,
  hexahedron_20 = 17
};

/// Elements of one kind.
struct GmshElements {
  int nodes_each = 0;
  std::vector<int> nodes;  ///< from 0, nodes_each for every element
  std::vector<int> group;  ///< physical group of every element; 0: none
  std::size_t size() const { return group.size(); }
};

struct GmshMesh {
  std::string name;  ///< the file's
  std::vector<Vector> nodes;
  std::map<int, GmshElements> elements;                   ///< by kind
  std::map<std::pair<int, int>, std::string> group_name;  ///< by dimension and number of the group

  std::size_t count(int kind) const { return elements.contains(kind) ? elements.at(kind).size() : 0; }
};

/// "tetrahedra", "hexahedra", ...
std::string name_of_kind(int kind);

/// Throws InputError that names the file, the section and what is wrong with it.
GmshMesh read_gmsh(const std::filesystem::path& file);

}  // namespace unda::mesh
