// Boxes of hexahedra or quadrilaterals as a Gmsh mesh, moved point by point, with elements turned every way.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <random>

#include "mesh/gmsh.hpp"

namespace unda::mesh {

struct HexahedraBox {
  int dim = 3;
  std::array<int, 3> n{4, 4, 4};  ///< elements
  Vector low{0, 0, 0}, high{1, 1, 1};
  bool curved = false;                                               ///< of 27 nodes, in 2-D 9
  std::function<Vector(const Vector&)> map;                          ///< where a point of the box goes; none: it stays
  std::function<int(const Vector&)> group = [](auto) { return 1; };  ///< of an element, by its middle in the box
  bool turned = false;    ///< elements by one of their 24, in 2-D 4, rotations
  bool shuffled = false;  ///< elements in any order
};

namespace hexahedra_boxes {

/// The grid places of Gmsh's nodes, -1, 0, 1 along each axis.
inline constexpr int places[27][3] = {
    {-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1},  {-1, 1, 1}, {0, -1, -1},
    {-1, 0, -1},  {-1, -1, 0}, {1, 0, -1}, {1, -1, 0},  {0, 1, -1},  {1, 1, 0},  {-1, 1, 0}, {0, -1, 1}, {-1, 0, 1},
    {1, 0, 1},    {0, 1, 1},   {0, 0, -1}, {0, -1, 0},  {-1, 0, 0},  {1, 0, 0},  {0, 1, 0},  {0, 0, 1},  {0, 0, 0}};
inline constexpr int flat_places[9][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}, {0, 0}};

/// One of the rotations of a cube, or of a square: [new axis] an old axis and a sign.
using Turn = std::array<std::array<int, 2>, 3>;

inline std::vector<Turn> turns(int dim) {
  std::vector<Turn> found;
  std::array<int, 3> axes{0, 1, 2};
  do {
    if (dim == 2 && axes[2] != 2) continue;
    const bool even = (axes[1] - axes[0] + 3) % 3 == 1;
    for (int signs = 0; signs < (dim == 3 ? 8 : 4); ++signs) {
      int product = even ? 1 : -1;
      Turn turn{};
      for (int a = 0; a < 3; ++a) {
        const int sign = (signs >> a) % 2 == 0 ? 1 : -1;
        turn[static_cast<std::size_t>(a)] = {axes[static_cast<std::size_t>(a)], sign};
        product *= sign;
      }
      if (product == 1) found.push_back(turn);
    }
  } while (std::next_permutation(axes.begin(), axes.end()));
  return found;
}

}  // namespace hexahedra_boxes

/// Points of 2-D boxes lie in x and z; groups are by number, regions alone.
inline GmshMesh gmsh_of(const HexahedraBox& box) {
  using namespace hexahedra_boxes;
  GmshMesh file;
  std::mt19937 random(5);
  std::map<std::array<int, 3>, int> numbers;
  const int dim = box.dim;
  const auto at = [&](const std::array<int, 3>& half) {
    Vector x{};
    for (int a = 0; a < dim; ++a) {
      const int axis = dim == 2 && a == 1 ? 2 : a;
      x[axis] = box.low[axis] + (box.high[axis] - box.low[axis]) * half[a] / (2.0 * box.n[a]);
    }
    return x;
  };
  const auto node = [&](const std::array<int, 3>& half) {
    const auto [found, is_new] = numbers.emplace(half, static_cast<int>(file.nodes.size()));
    if (is_new) file.nodes.push_back(box.map ? box.map(at(half)) : at(half));
    return found->second;
  };
  const int kind =
      dim == 3 ? (box.curved ? hexahedron_27 : hexahedron) : (box.curved ? quadrilateral_9 : quadrilateral);
  const int nodes_each = dim == 3 ? (box.curved ? 27 : 8) : (box.curved ? 9 : 4);
  std::vector<std::array<int, 3>> elements;
  for (int k = 0; k < (dim == 3 ? box.n[2] : 1); ++k)
    for (int j = 0; j < box.n[1]; ++j)
      for (int i = 0; i < box.n[0]; ++i) elements.push_back({2 * i + 1, 2 * j + 1, dim == 3 ? 2 * k + 1 : 0});
  if (box.shuffled) std::shuffle(elements.begin(), elements.end(), random);
  const std::vector<Turn> all = turns(dim);
  GmshElements& list = file.elements[kind];
  list.nodes_each = nodes_each;
  for (const std::array<int, 3>& middle : elements) {
    const Turn& turn = box.turned ? all[random() % all.size()] : all.front();
    for (int n = 0; n < nodes_each; ++n) {
      std::array<int, 3> half = middle;
      for (int a = 0; a < dim; ++a) {
        const int place = dim == 3 ? places[n][turn[a][0]] : flat_places[n][turn[a][0]];
        half[static_cast<std::size_t>(a)] += place * turn[a][1];
      }
      list.nodes.push_back(node(half));
    }
    list.group.push_back(box.group(at(middle)));
  }
  return file;
}

}  // namespace unda::mesh
