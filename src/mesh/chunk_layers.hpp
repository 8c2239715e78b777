// How a chunk of the earth is divided by depth: layers of elements between the shells of its model, and where they become twice as wide.
//
// Waves grow longer with depth and sides draw together, so that elements may be wider below. Where both allow it, two layers make one
// element of two along one side and then along the other, without hanging nodes: the doubling of Komatitsch and Tromp (2002), seen from
// the side
//
//   +---+---+---+---+
//   |   |   |   |   |
//   |   +---+---+   |
//   | /     |     \ |
//   +-------+-------+
#pragma once

#include <vector>

#include "model/model.hpp"

namespace unda::mesh {

struct ChunkLayer {
  double bottom = 0, top = 0;   ///< radii, m
  std::array<int, 2> across{};  ///< elements along both sides at its top
  int doubled = -1;             ///< the side along which there are half as many at its bottom; -1: none
  int shell = 0;                ///< of the model, from the top down
};

struct ChunkLayers {
  std::vector<ChunkLayer> layers;  ///< from the top down
  std::vector<double> shells;      ///< radii of their ends, from the surface down
  /// Of the longest edge in its place: the period of the slowest wave with as many points as mesh.max_frequency asks for, s.
  double shortest_period = 0;
  double longest_edge = 0, shortest_height = 0;  ///< m

  std::size_t n_elements() const;
  int n_doublings() const;  ///< of both sides
  /// For people, a word and what it says.
  std::vector<std::array<std::string, 2>> describe() const;
};

/// `wavelengths`: of the slowest wave, that an edge may have. As few elements as mesh.max_frequency or mesh.spacing allow.
ChunkLayers make_chunk_layers(const scenario::Scenario& scenario, const model::Model& model, double wavelengths);

}  // namespace unda::mesh
