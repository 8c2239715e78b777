// Counting and filling the bins.
#include "mesh/bins.hpp"

#include <algorithm>
#include <cmath>

namespace unda::mesh {

void BoundingBox::include(const Vector& x) {
  for (int a = 0; a < 3; ++a) {
    low[a] = std::min(low[a], x[a]);
    high[a] = std::max(high[a], x[a]);
  }
}

BoundingBox BoundingBox::widened(double by) const {
  const Vector margin = by * (high - low);
  return {low - margin, high + margin};
}

ElementBins::ElementBins(const BoundingBox& all, std::size_t n_elements, double n_each,
                         const std::function<BoundingBox(std::size_t)>& box_of)
    : low_(all.low) {
  const Vector extent = all.high - all.low;
  double volume = 1;  // along the axes that are there
  int dim = 0;
  for (const double length : extent)
    if (length > 0) {
      volume *= length;
      ++dim;
    }
  const double edge = std::pow(volume / (static_cast<double>(n_elements) / n_each + 1), 1.0 / std::max(dim, 1));
  for (int a = 0; a < 3; ++a) {
    if (!(extent[a] > 0)) continue;
    n_[a] = std::clamp(static_cast<int>(extent[a] / edge), 1, 1024);
    size_[a] = extent[a] / n_[a];
  }
  // Counted, then filled: elements of a bin one after another.
  auto for_bins = [&](std::size_t e, auto visit) {
    const BoundingBox box = box_of(e);
    const auto first = bin_of(box.low), last = bin_of(box.high);
    for (int k = first[2]; k <= last[2]; ++k)
      for (int j = first[1]; j <= last[1]; ++j)
        for (int i = first[0]; i <= last[0]; ++i) visit(number(i, j, k));
  };
  first_.assign(static_cast<std::size_t>(n_[0]) * n_[1] * n_[2] + 1, 0);
  for (std::size_t e = 0; e < n_elements; ++e) for_bins(e, [&](std::size_t bin) { ++first_[bin + 1]; });
  for (std::size_t bin = 1; bin < first_.size(); ++bin) first_[bin] += first_[bin - 1];
  elements_.resize(static_cast<std::size_t>(first_.back()));
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (std::size_t e = 0; e < n_elements; ++e)
    for_bins(e, [&](std::size_t bin) { elements_[static_cast<std::size_t>(next[bin]++)] = static_cast<int>(e); });
}

std::array<int, 3> ElementBins::bin_of(const Vector& x) const {
  std::array<int, 3> bin{};
  for (int a = 0; a < 3; ++a)
    bin[a] = static_cast<int>(std::clamp(std::floor((x[a] - low_[a]) / size_[a]), 0.0, n_[a] - 1.0));
  return bin;
}

std::span<const int> ElementBins::at(const Vector& x) const {
  const auto [i, j, k] = bin_of(x);
  const std::size_t bin = number(i, j, k);
  return {elements_.data() + first_[bin], elements_.data() + first_[bin + 1]};
}

}  // namespace unda::mesh
