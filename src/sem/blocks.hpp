// The order in which a rank's elements of the domain are worked on: blocks of some rows of a layer, in up to four colours so that
// blocks of one colour share no point and threads need no locks. The order of additions at a point does not depend on the
// number of threads.
#pragma once

#include <cstddef>
#include <vector>

#include "sem/mesh.hpp"

namespace unda::sem {

/// Rows along x of the elements of some layers; in 2-D rows are the layers and `layers` is one.
struct Block {
  parallel::Range layers, rows;
  bool deformed = false;
};

/// Blocks of one colour may be worked on at the same time.
using Colours = std::vector<std::vector<Block>>;

struct Blocks {
  Colours outer;  ///< whose elements touch a cut: first, so that their sums can travel while the others are worked on
  Colours inner;
};

/// The first pack of a block waits for memory and the last is half empty: with fewer elements than by default that shows.
Blocks make_blocks(const Mesh& mesh, std::ptrdiff_t elements_of_a_block = 512);

}  // namespace unda::sem
