// Summing up the sources of a step.
#include "fd/source_cloud.hpp"

#include <algorithm>
#include <limits>

#include "exec/for_each.hpp"
#include "exec/upload.hpp"

namespace unda::fd {

template <class Real>
void SourceCloud<Real>::add(std::size_t source, int field, const std::array<const WeightedRun<Real>*, 3>& runs) {
  auto found = std::find_if(sums_.begin(), sums_.end(), [&](const FieldSums& s) { return s.field == field; });
  if (found == sums_.end()) {
    sums_.emplace_back();
    sums_.back().field = field;
    fields_.emplace_back();
    found = sums_.end() - 1;
  }
  Box box;
  box.source = static_cast<std::uint32_t>(source);
  box.weights = weights_.size();
  for (std::size_t a = 0; a < 3; ++a) {
    box.first[a] = runs[a]->first;
    box.count[a] = static_cast<int>(runs[a]->weights.size());
    weights_.insert(weights_.end(), runs[a]->weights.begin(), runs[a]->weights.end());
  }
  fields_[static_cast<std::size_t>(found - sums_.begin())].boxes.push_back(box);
}

template <class Real>
void SourceCloud<Real>::finish(const View<Real>& shape, const exec::Queue& queue) {
  weights_.shrink_to_fit();
  for (std::size_t f = 0; f < fields_.size(); ++f) lay_out(fields_[f], sums_[f], shape, queue);
  one_ = exec::upload(std::vector<Real>{1}, queue);
}

/// Which points of which rows are touched.
template <class Real>
void SourceCloud<Real>::lay_out(Field& field, FieldSums& sums, const View<Real>& shape, const exec::Queue& queue) {
  field.boxes.shrink_to_fit();
  std::array<int, 2> most{std::numeric_limits<int>::min(), std::numeric_limits<int>::min()};
  field.least = {std::numeric_limits<int>::max(), std::numeric_limits<int>::max()};
  for (const Box& box : field.boxes)
    for (std::size_t a = 0; a < 2; ++a) {
      field.least[a] = std::min(field.least[a], box.first[a + 1]);
      most[a] = std::max(most[a], box.first[a + 1] + box.count[a + 1] - 1);
    }
  for (std::size_t a = 0; a < 2; ++a) field.count[a] = most[a] - field.least[a] + 1;
  field.rows.assign(static_cast<std::size_t>(field.count[0]) * static_cast<std::size_t>(field.count[1]),
                    {std::numeric_limits<int>::max(), std::numeric_limits<int>::min(), 0});
  for (const Box& box : field.boxes)
    for (int k = box.first[2]; k < box.first[2] + box.count[2]; ++k)
      for (int j = box.first[1]; j < box.first[1] + box.count[1]; ++j) {
        Row& row = field.row(j, k);
        row.low = std::min(row.low, box.first[0]);
        row.high = std::max(row.high, box.first[0] + box.count[0] - 1);
      }
  std::vector<std::ptrdiff_t> offset;
  for (int k = field.least[1]; k <= most[1]; ++k)
    for (int j = field.least[0]; j <= most[0]; ++j) {
      Row& row = field.row(j, k);
      if (row.low > row.high) continue;
      row.base = offset.size();
      if (j >= 0 && j < shape.n[1] && k >= 0 && k < shape.n[2]) sums.rows.push_back({j, k});
      for (int i = row.low; i <= row.high; ++i) offset.push_back(i + j * shape.stride[1] + k * shape.stride[2]);
    }
  sums.offset = exec::upload(offset, queue);
  sums.value = exec::Twin<Real>(offset.size(), queue);
}

template <class Real>
bool SourceCloud<Real>::sum_up(std::int64_t step) {
  std::vector<Real*> values(fields_.size(), nullptr);
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const auto acts = [&](const Box& box) { return histories_[box.source].at(step) != 0; };
    sums_[f].any = std::any_of(fields_[f].boxes.begin(), fields_[f].boxes.end(), acts);
    if (sums_[f].any) values[f] = sums_[f].value.host(exec::Access::write);
  }
  exec::for_each_heavy(fields_.size(), [&](std::size_t f) {
    if (values[f] != nullptr) sum_up(fields_[f], sums_[f].value.size(), step, values[f]);
  });
  return std::any_of(sums_.begin(), sums_.end(), [](const FieldSums& s) { return s.any; });
}

template <class Real>
void SourceCloud<Real>::sum_up(Field& field, std::size_t n_values, std::int64_t step, Real* value) {
  std::fill(value, value + n_values, Real(0));
  for (const Box& box : field.boxes)
    if (const Real s = histories_[box.source].at(step); s != 0) add_box(field, box, s, value);
}

template <class Real>
void SourceCloud<Real>::add_box(Field& field, const Box& box, Real s, Real* value) {
  const Real *along_x = weights_.data() + box.weights, *along_y = along_x + box.count[0],
             *along_z = along_y + box.count[1];
  for (int k = 0; k < box.count[2]; ++k)
    for (int j = 0; j < box.count[1]; ++j) {
      const Row& row = field.row(box.first[1] + j, box.first[2] + k);
      Real* to = value + row.base + static_cast<std::size_t>(box.first[0] - row.low);
      const Real amount = s * along_y[j] * along_z[k];
      for (int i = 0; i < box.count[0]; ++i) to[i] += amount * along_x[i];
    }
}

template <class Real>
double SourceCloud<Real>::bytes() const {
  double sum = static_cast<double>(weights_.capacity() * sizeof(Real));
  for (const auto& history : histories_)
    sum += static_cast<double>(sizeof(history) + history.values.capacity() * sizeof(Real));
  for (const Field& field : fields_)
    sum += static_cast<double>(field.boxes.capacity() * sizeof(Box) + field.rows.capacity() * sizeof(Row));
  for (const FieldSums& sums : sums_) sum += static_cast<double>(sums.offset.bytes() + sums.value.bytes());
  return sum;
}

template class SourceCloud<float>;
template class SourceCloud<double>;

}  // namespace unda::fd
