// Loops over independent items, on all threads. What an item throws, the loop throws when all others are done.
#pragma once

#include <cstddef>

#include "exec/first_exception.hpp"

namespace unda::exec {

/// f(i) for every i < n; a thread gets one contiguous piece, the same piece in every loop of the same length.
template <class Function>
void for_each(std::size_t n, Function f) {
  FirstException failure;
#pragma omp parallel for schedule(static) if (n > 4096)
  for (std::size_t i = 0; i < n; ++i) failure.guard([&] { f(i); });
  failure.rethrow();
}

/// Likewise where each item is `size` small pieces of work.
template <class Function>
void for_each_block(std::size_t n, std::size_t size, Function f) {
  FirstException failure;
#pragma omp parallel for schedule(static) if (n * size > 16384)
  for (std::size_t i = 0; i < n; ++i) failure.guard([&] { f(i); });
  failure.rethrow();
}

/// f(i) for every i < n where each item is a lot of work.
template <class Function>
void for_each_heavy(std::size_t n, Function f) {
  FirstException failure;
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = 0; i < n; ++i) failure.guard([&] { f(i); });
  failure.rethrow();
}

/// Sum of f(i) over i < n, added up in pieces of fixed size in a fixed order: the same bits for any number of
/// threads.
template <class Function>
double sum(std::size_t n, Function f) {
  constexpr std::size_t piece = 256;
  const std::size_t n_pieces = (n + piece - 1) / piece;
  double total = 0;
  FirstException failure;
#pragma omp parallel for ordered schedule(static, 1)
  for (std::size_t k = 0; k < n_pieces; ++k) {
    double part = 0;
    const std::size_t last = (k + 1) * piece < n ? (k + 1) * piece : n;
    failure.guard([&] {
      for (std::size_t i = k * piece; i < last; ++i) part += f(i);
    });
#pragma omp ordered
    total += part;
  }
  failure.rethrow();
  return total;
}

}  // namespace unda::exec
