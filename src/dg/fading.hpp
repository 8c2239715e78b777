// Waves fade in the elements behind absorbing faces: after every step all fields of such an element are multiplied by
// exp(-rate dt), stresses and velocities alike, so that the impedance stays what it was.
#pragma once

#include <vector>

#include "dg/fields.hpp"
#include "dg/placement.hpp"
#include "mesh/levels.hpp"

namespace unda::dg {

/// The rate of every element of a mesh cut out of boxes, 1/s; `speed` of the fastest wave.
std::vector<double> fading_rates(const mesh::Tetrahedra& mesh, const mesh::Levels& levels, double speed);

template <class Real>
class Fading {
 public:
  Fading() = default;
  /// `rates` by element; empty: nothing fades.
  Fading(int order, const Placement& placement, const std::vector<double>& rates, double dt);
  void apply(Pack<Real>* q) const;

 private:
  struct Block {
    std::size_t number = 0;
    Pack<Real> factor{};
  };
  std::size_t packs_of_a_block_ = 0;
  std::vector<Block> blocks_;
};

extern template class Fading<float>;
extern template class Fading<double>;

}  // namespace unda::dg
