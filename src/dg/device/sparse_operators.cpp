// Sorting entries into rows and bringing them to a device.
#include "dg/device/sparse_operators.hpp"

#include <algorithm>

#include "exec/upload.hpp"

namespace unda::dg {
namespace {

/// Of all matrices one after the other.
template <class Real>
struct Lists {
  std::vector<int> numbers;
  std::vector<Real> values;

  struct Offsets {
    std::size_t first, column, value;
  };
  Offsets add(std::vector<Entry<Real>> entries, int n_rows) {
    std::sort(entries.begin(), entries.end(), [](const Entry<Real>& a, const Entry<Real>& b) {
      return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    const Offsets offsets{numbers.size(), numbers.size() + static_cast<std::size_t>(n_rows) + 1, values.size()};
    std::vector<int> first(static_cast<std::size_t>(n_rows) + 1, 0);
    for (const Entry<Real>& e : entries) ++first[static_cast<std::size_t>(e.row) + 1];
    for (std::size_t r = 1; r < first.size(); ++r) first[r] += first[r - 1];
    numbers.insert(numbers.end(), first.begin(), first.end());
    for (const Entry<Real>& e : entries) {
      numbers.push_back(e.column);
      values.push_back(e.value);
    }
    return offsets;
  }
};

template <class Real>
std::vector<Entry<Real>> transposed(std::vector<Entry<Real>> entries) {
  for (Entry<Real>& e : entries) std::swap(e.row, e.column);
  return entries;
}

}  // namespace

template <class Real>
StoredOperators<Real>::StoredOperators(const Operators<Real>& o, const exec::Queue& queue) {
  Lists<Real> lists;
  std::vector<std::pair<SparseMatrix<Real>*, typename Lists<Real>::Offsets>> placed;
  for (int a = 0; a < 3; ++a) {
    placed.emplace_back(&view_.derivative[a], lists.add(transposed(o.stiffness[a]), o.n_basis));
    placed.emplace_back(&view_.stiffness[a], lists.add(o.stiffness[a], o.n_basis));
  }
  for (int f = 0; f < 4; ++f) {
    placed.emplace_back(&view_.projection[f], lists.add(transposed(o.face[f]), o.n_face));
    placed.emplace_back(&view_.lift[f], lists.add(o.face[f], o.n_basis));
  }
  numbers_ = exec::upload(lists.numbers, queue);
  values_ = exec::upload(lists.values, queue);
  const int* numbers = numbers_.device(exec::Access::read);
  const Real* values = values_.device(exec::Access::read);
  for (const auto& [matrix, at] : placed) *matrix = {numbers + at.first, numbers + at.column, values + at.value};
}

template class StoredOperators<float>;
template class StoredOperators<double>;

}  // namespace unda::dg
