// The mesh of a run and what is known of its elements: of all of them on the first rank alone, until they are shared out; then every rank
// has its own.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "dg/absorbing_layer.hpp"
#include "dg/make_medium.hpp"
#include "mesh/tetrahedra.hpp"
#include "parallel/parcel.hpp"

namespace unda::dg {

/// Lines of a plan: a word, and what it says.
using Remarks = std::vector<std::array<std::string, 2>>;

struct SharedMesh {
  std::shared_ptr<const mesh::Tetrahedra> mesh;  ///< on the first rank
  std::vector<RatesByAxis> rates;                ///< there: of absorbing layers, by element, 1/s; empty: there are none
  std::size_t n_elements = 0, n_absorbing = 0;   ///< this and the rest is known to all
  std::string description;
  AbsorbingBoxes outside;
  Remarks remarks;  ///< for the plan
};

/// Elements of the mesh: all of them, or those of a rank and, as strangers, those beyond their faces. In the order of the whole mesh.
struct Elements {
  std::shared_ptr<const mesh::Tetrahedra> mesh;  ///< strangers have no neighbours in it
  std::shared_ptr<const Materials> materials;
  std::vector<RatesByAxis> rates;    ///< empty: there are no absorbing layers
  std::vector<signed char> cluster;  ///< of local steps; empty: all in one
  std::vector<int> rank_of;          ///< empty: all on this rank
  std::vector<int> number;           ///< in the whole mesh; empty: this is the whole

  /// Of an element of the whole mesh; -1: it is not here.
  int local(int of_whole) const;
};

/// By rank, the elements that it has.
std::vector<std::vector<int>> elements_of_ranks(const std::vector<int>& rank_of, int n_ranks);

/// The part of a rank, with its strangers.
Elements part_for(const Elements& whole, const std::vector<int>& own);

void pass_remarks(parallel::Parcel& parcel, Remarks& remarks);
void pass(parallel::Parcel& parcel, Elements& elements);

}  // namespace unda::dg
