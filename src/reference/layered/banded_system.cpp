// Gaussian elimination in a band. Row swaps widen the band to the right by what lies left of the diagonal.
#include "reference/layered/banded_system.hpp"

#include <algorithm>

namespace unda::reference {

void BandedSystem::resize(std::size_t n, std::size_t below, std::size_t above, std::size_t n_right_sides) {
  n_ = n;
  below_ = below;
  above_ = above + below;
  n_sides_ = n_right_sides;
  width_ = below_ + above_ + 1;
  matrix_.resize(n_ * width_);
  right_.resize(n_ * n_sides_);
}

void BandedSystem::clear() {
  std::fill(matrix_.begin(), matrix_.end(), Complex(0));
  std::fill(right_.begin(), right_.end(), Complex(0));
}

void BandedSystem::eliminate(std::size_t pivot) {
  const std::size_t last_row = std::min(n_ - 1, pivot + below_), last_column = std::min(n_ - 1, pivot + above_);
  std::size_t best = pivot;
  for (std::size_t row = pivot + 1; row <= last_row; ++row)
    if (std::norm(at(row, pivot)) > std::norm(at(best, pivot))) best = row;
  if (best != pivot) {
    for (std::size_t column = pivot; column <= last_column; ++column) std::swap(at(pivot, column), at(best, column));
    for (std::size_t side = 0; side < n_sides_; ++side) std::swap(right(pivot, side), right(best, side));
  }
  const Complex inverse = 1.0 / at(pivot, pivot);
  const std::size_t length = last_column - pivot;
  const Complex* from = &at(pivot, pivot) + 1;
  for (std::size_t row = pivot + 1; row <= last_row; ++row) {
    if (at(row, pivot) == Complex(0)) continue;
    const Complex factor = times(at(row, pivot), inverse);
    Complex* to = &at(row, pivot) + 1;
    for (std::size_t i = 0; i < length; ++i) to[i] -= times(factor, from[i]);
    for (std::size_t side = 0; side < n_sides_; ++side) right(row, side) -= times(factor, right(pivot, side));
  }
}

void BandedSystem::solve() {
  for (std::size_t pivot = 0; pivot < n_; ++pivot) eliminate(pivot);
  for (std::size_t row = n_; row-- > 0;) {
    const std::size_t last = std::min(n_ - 1, row + above_);
    const Complex inverse = 1.0 / at(row, row);
    for (std::size_t side = 0; side < n_sides_; ++side) {
      Complex sum = right(row, side);
      for (std::size_t column = row + 1; column <= last; ++column) sum -= times(at(row, column), right(column, side));
      right(row, side) = times(sum, inverse);
    }
  }
}

}  // namespace unda::reference
