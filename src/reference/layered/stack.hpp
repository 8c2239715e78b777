// The layers of an earth, cut at the depths of the sources: a source is a jump of the fields across such a cut.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/layered/earth.hpp"

namespace unda::reference {

/// One piece of one layer. The first reaches up without end where the earth has no surface, the last down without end.
struct Slab {
  double top = 0, bottom = 0;  ///< z, m
  std::size_t layer = 0;       ///< of the earth
  bool fluid = false;
};

class Stack {
 public:
  /// A point on an interface belongs to the layer below.
  Stack(const LayeredEarth& earth, const std::vector<double>& source_depths);

  const LayeredEarth& earth() const { return earth_; }
  const std::vector<Slab>& slabs() const { return slabs_; }
  /// The slab just below the cut at this source: the cut is its top.
  std::size_t slab_below(double source_z) const;
  /// The slab that a receiver at z reads.
  std::size_t slab_at(double z) const;

 private:
  std::size_t layer_at(double z) const;

  LayeredEarth earth_;
  std::vector<Slab> slabs_;
};

}  // namespace unda::reference
