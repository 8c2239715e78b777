// Sums over many numbers: added up in pieces of fixed size, so that any number of threads gives the same bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "exec/for_each.hpp"

namespace unda::sem {

/// Sum of f(i) over i < n.
template <class Function>
double sum_of_many(std::size_t n, Function f) {
  constexpr std::size_t piece = 8192;
  std::vector<double> part((n + piece - 1) / piece, 0.0);
  exec::for_each_block(part.size(), piece, [&](std::size_t k) {
    double sum = 0;
    for (std::size_t i = k * piece; i < std::min(n, (k + 1) * piece); ++i) sum += f(i);
    part[k] = sum;
  });
  double total = 0;
  for (const double sum : part) total += sum;
  return total;
}

}  // namespace unda::sem
