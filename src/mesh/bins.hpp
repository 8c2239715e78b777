// A grid of bins over the elements of a mesh, made once: which of them may hold a point.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "base/vector.hpp"

namespace unda::mesh {

struct BoundingBox {
  Vector low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};
  void include(const Vector& x);
  /// Larger by so many of its own lengths on every side.
  BoundingBox widened(double by) const;
};

class ElementBins {
 public:
  /// Over the points of `all`; elements lie in every bin that their box touches. `n_each`: how many a bin is to hold.
  ElementBins(const BoundingBox& all, std::size_t n_elements, double n_each,
              const std::function<BoundingBox(std::size_t)>& box_of);
  /// Those that may hold the point, by rising number.
  std::span<const int> at(const Vector& x) const;

 private:
  std::array<int, 3> bin_of(const Vector& x) const;
  std::size_t number(int i, int j, int k) const { return (static_cast<std::size_t>(k) * n_[1] + j) * n_[0] + i; }

  Vector low_{}, size_{1, 1, 1};
  std::array<int, 3> n_{1, 1, 1};
  std::vector<int> first_, elements_;  ///< by bin
};

}  // namespace unda::mesh
