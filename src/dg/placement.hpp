// Where this rank keeps which elements: first those with a neighbour on another rank, the outer ones, then the inner ones, both
// in blocks of one pack whose last places may be empty.
#pragma once

#include <cstddef>
#include <vector>

#include "mesh/tetrahedra.hpp"

namespace unda::dg {

struct Placement {
  std::vector<int> element;   ///< by place; -1: empty
  std::vector<int> place_of;  ///< by element of the mesh; -1: on another rank
  std::size_t n_outer_blocks = 0, n_blocks = 0;
  std::size_t n_outer = 0, n_inner = 0;  ///< elements
};

/// `rank_of`: by element; empty: all on this rank.
Placement place_elements(const mesh::Tetrahedra& mesh, const std::vector<int>& rank_of, int rank, int block_size);

}  // namespace unda::dg
