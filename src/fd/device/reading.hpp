// What receivers read, as flat tables for host and devices: rows of weighted points, the rows of each term and the terms of each
// channel, and loose rows, whose sums other ranks need or which wait for those of other ranks.
#pragma once

#include <array>
#include <cstddef>

#include "fd/arrays.hpp"

namespace unda::fd {

/// weight * sum over i of weights[i] medium[i] row[indices[i]].
struct ReadingRow {
  int field = 0;
  std::ptrdiff_t offset = 0;  ///< of the row, against node (0, 0, 0)
  double weight = 0;
  int first = 0, n = 0;  ///< in indices and weights
  int medium = -1;       ///< in medium; -1: 1 everywhere
};

struct ReadingTables {
  const ReadingRow* rows = nullptr;  ///< the loose ones last
  const int* indices = nullptr;
  const double* weights = nullptr;
  const double* medium = nullptr;
  const int* first_row = nullptr;   ///< by term, and one past the last
  const int* first_term = nullptr;  ///< by channel, and one past the last
  double* sums = nullptr;           ///< by row
  int n_rows = 0, n_channels = 0, n_loose = 0;
};

template <class Real>
struct SumRow {
  ReadingTables t;
  std::array<const Real*, max_fields> field;  ///< node (0, 0, 0) of each

  constexpr void operator()(int r, int, int) const {
    const ReadingRow& row = t.rows[r];
    const Real* from = field[row.field] + row.offset;
    double sum = 0;
    for (int i = 0; i < row.n; ++i) {
      double value = static_cast<double>(from[t.indices[row.first + i]]);
      if (row.medium >= 0) value *= t.medium[row.medium + i];
      sum += t.weights[row.first + i] * value;
    }
    t.sums[r] = row.weight * sum;
  }
};

template <class Real>
constexpr std::array<const Real*, max_fields> fields_of(const View<Real>& view) {
  std::array<const Real*, max_fields> field{};
  for (std::size_t n = 0; n < field.size(); ++n) field[n] = view.field[n];
  return field;
}

/// The sums of channels, then those of loose rows.
struct SumChannel {
  ReadingTables t;
  double* values;

  constexpr void operator()(int c, int, int) const {
    if (c >= t.n_channels) {
      values[c] = t.sums[t.n_rows - t.n_loose + c - t.n_channels];
      return;
    }
    double sum = 0;
    for (int term = t.first_term[c]; term < t.first_term[c + 1]; ++term) {
      double part = 0;
      for (int r = t.first_row[term]; r < t.first_row[term + 1]; ++r) part += t.sums[r];
      sum += part;
    }
    values[c] = sum;
  }
};

}  // namespace unda::fd
