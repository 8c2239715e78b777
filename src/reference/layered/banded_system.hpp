// Linear equations with a band of complex numbers: Gaussian elimination with row pivots.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/layered/earth.hpp"

namespace unda::reference {

class BandedSystem {
 public:
  /// n equations; entries stand up to `below` places left and `above` places right of the diagonal.
  void resize(std::size_t n, std::size_t below, std::size_t above, std::size_t n_right_sides);
  void clear();
  Complex& at(std::size_t row, std::size_t column) { return matrix_[row * width_ + column + below_ - row]; }
  Complex& right(std::size_t row, std::size_t side) { return right_[row * n_sides_ + side]; }
  /// Afterwards right(i, side) is the i-th unknown.
  void solve();

 private:
  void eliminate(std::size_t pivot);

  std::size_t n_ = 0, below_ = 0, above_ = 0, n_sides_ = 0, width_ = 0;
  std::vector<Complex> matrix_, right_;
};

}  // namespace unda::reference
