// Cutting layers at the sources. A source on an interface leaves a slab without thickness above it.
#include "reference/layered/stack.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace unda::reference {

constexpr double infinite = std::numeric_limits<double>::infinity();

Stack::Stack(const LayeredEarth& earth, const std::vector<double>& source_depths) : earth_(earth) {
  std::vector<double> cuts = source_depths;
  std::sort(cuts.begin(), cuts.end(), std::greater<>());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  for (std::size_t n = 0; n < earth_.layers.size(); ++n) {
    const bool first = n == 0 && earth_.surface == Surface::half_space, last = n + 1 == earth_.layers.size();
    const bool fluid = earth_.layers[n].medium.vs == 0;
    const double bottom = last ? -infinite : earth_.layers[n + 1].top;
    double top = first ? infinite : earth_.layers[n].top;
    for (const double cut : cuts) {
      if (layer_at(cut) != n) continue;
      slabs_.push_back({top, cut, n, fluid});
      top = cut;
    }
    slabs_.push_back({top, bottom, n, fluid});
  }
}

std::size_t Stack::layer_at(double z) const {
  std::size_t n = 0;
  while (n + 1 < earth_.layers.size() && earth_.layers[n + 1].top >= z) ++n;
  return n;
}

std::size_t Stack::slab_below(double source_z) const {
  const std::size_t layer = layer_at(source_z);
  std::size_t n = 1;
  while (n < slabs_.size() && !(slabs_[n].layer == layer && slabs_[n].top == source_z && slabs_[n - 1].layer == layer &&
                                slabs_[n - 1].bottom == source_z))
    ++n;
  assert(n < slabs_.size());
  return n;
}

std::size_t Stack::slab_at(double z) const {
  const std::size_t layer = layer_at(z);
  std::size_t n = 0;
  while (slabs_[n].layer != layer || (slabs_[n].bottom > z && n + 1 < slabs_.size())) ++n;
  return n;
}

}  // namespace unda::reference
