// What receivers read, as flat tables for a device: rows of weighted points, the rows of each
// term and the terms of each channel. Added up in the order of Channels.
#pragma once

#include <cstddef>

namespace unda::fd {

/// weight * sum over i of weights[i] medium[i] row[indices[i]].
template <class Real>
struct ReadingRow {
  const Real* row = nullptr;
  double weight = 0;
  int first = 0, n = 0;  ///< in indices and weights
  int medium = -1;       ///< in medium; -1: 1 everywhere
};

template <class Real>
struct ReadingTables {
  const ReadingRow<Real>* rows = nullptr;
  const int* indices = nullptr;
  const double* weights = nullptr;
  const double* medium = nullptr;
  const int* first_row = nullptr;   ///< by term, and one past the last
  const int* first_term = nullptr;  ///< by channel, and one past the last
  double* sums = nullptr;           ///< by row
  int n_rows = 0, n_channels = 0;
};

template <class Real>
struct SumRow {
  ReadingTables<Real> t;

  constexpr void operator()(int r, int, int) const {
    const ReadingRow<Real>& row = t.rows[r];
    double sum = 0;
    for (int i = 0; i < row.n; ++i) {
      double value = static_cast<double>(row.row[t.indices[row.first + i]]);
      if (row.medium >= 0) value *= t.medium[row.medium + i];
      sum += t.weights[row.first + i] * value;
    }
    t.sums[r] = row.weight * sum;
  }
};

template <class Real>
struct SumChannel {
  ReadingTables<Real> t;
  double* values;

  constexpr void operator()(int c, int, int) const {
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
