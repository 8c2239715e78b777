// Distances between interfaces, in cells.
#include "fd/thin_layers.hpp"

namespace unda::fd {

std::vector<ThinLayer> thin_layers(const std::vector<model::LevelInterface>& interfaces, const Axis& up) {
  std::vector<ThinLayer> thin;
  for (std::size_t n = 1; n < interfaces.size(); ++n) {
    const double low = interfaces[n].height, high = interfaces[n - 1].height;
    if (high - low < up.spacing) thin.push_back({n, low, high, interfaces[n].above, (high - low) / up.spacing});
  }
  return thin;
}

}  // namespace unda::fd
