// Where this rank keeps which elements: first those with a neighbour that messages come from, the outer ones, then the inner ones,
// both in blocks of one pack whose last places may be empty. In either the clusters of local steps follow one another from the smallest
// step on, and in each those that attenuate come first, in blocks of their own, as have those that smaller steps are beside: what is
// computed for an element does not depend on the others of its block.
#pragma once

#include <cstddef>
#include <vector>

#include "dg/clusters.hpp"
#include "dg/fields.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::dg {

/// How elements are shared, and which of their neighbours are reached by messages: those on other ranks and, where a rank is to
/// exchange with itself, those across the domain from it.
struct Sharing {
  const mesh::Tetrahedra& mesh;
  const std::vector<int>& rank_of;  ///< by element; empty: all on this rank
  int rank = 0;
  bool with_self = false;

  int rank_at(int element) const { return rank_of.empty() ? rank : rank_of[element]; }
  /// Whether what lies beyond a face of an element here comes in a message.
  bool is_cut(int element, int face) const;
};

struct Placement {
  std::vector<int> element;   ///< by place; -1: empty
  std::vector<int> place_of;  ///< by element of the mesh that is here; -1: on another rank
  std::size_t n_outer_blocks = 0, n_blocks = 0;
  std::size_t n_outer = 0, n_inner = 0;  ///< elements
  std::size_t n_cut_faces = 0;
  std::size_t n_memory_blocks = 0;   ///< those of elements that attenuate
  std::vector<int> memory;           ///< by block: its number among those with memory variables; -1: it has none
  std::vector<signed char> cluster;  ///< by block
  std::vector<std::size_t> outer_end, inner_end;  ///< by cluster: one past its last outer or inner block

  /// Of an element by number; -1: it is on another rank, or there is none.
  int place_holding(int of_element) const {
    return of_element < 0 ? -1 : place_of[static_cast<std::size_t>(of_element)];
  }
  int memory_of(std::size_t block) const { return memory[block]; }
  /// The outer or inner blocks of the clusters from 0 to n - 1.
  BlockRange outer(int n) const { return {0, n == 0 ? 0 : outer_end[static_cast<std::size_t>(n) - 1]}; }
  BlockRange inner(int n) const {
    return {n_outer_blocks, n == 0 ? n_outer_blocks : inner_end[static_cast<std::size_t>(n) - 1]};
  }
};

/// `attenuates`: by element of the mesh; empty: none does.
Placement place_elements(const Sharing& sharing, int block_size, const std::vector<bool>& attenuates = {},
                         const Clusters& clusters = {});

}  // namespace unda::dg
