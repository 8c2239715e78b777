// Products of windowed-sinc weights along the axes.
#include "fd/point_stencil.hpp"

#include <map>

#include "numerics/windowed_sinc.hpp"

namespace unda::fd {
namespace {

/// Brings an index back into the grid; returns the factor of the image, 0 where there is none.
double fold(int& index, int n, int half, const std::array<Mirror, 2>& mirror) {
  const int last = n - 1;
  if (mirror[0] == Mirror::wrap) {
    index = ((index % n) + n) % n;
    return 1;
  }
  double factor = 1;
  if (index < 0 && mirror[0] != Mirror::none) {
    index = -index - half;
    factor = mirror[0] == Mirror::odd ? -1 : 1;
  }
  if (index > last - half && mirror[1] != Mirror::none) {
    index = 2 * last - half - index;
    factor *= mirror[1] == Mirror::odd ? -1 : 1;
  }
  return index < 0 || index > last ? 0 : factor;
}

std::vector<numerics::PointWeight> folded_weights(const Axis& axis, int half,
                                                  const std::array<Mirror, 2>& mirror, double coordinate) {
  std::map<int, double> sum;
  for (auto [index, weight] : numerics::sinc_weights(axis.index(coordinate) - 0.5 * half)) {
    const double factor = fold(index, axis.n_nodes, half, mirror);
    if (factor != 0) sum[index] += factor * weight;
  }
  std::vector<numerics::PointWeight> weights;
  for (const auto& [index, weight] : sum)
    if (weight != 0) weights.push_back({index, weight});
  return weights;
}

}  // namespace

std::vector<StencilPoint> point_stencil(const Grid& grid, const FieldImages& images, const Vector& position) {
  std::vector<StencilPoint> points{{{0, 0, 0}, 1.0}};
  for (int a = grid.dim - 1; a >= 0; --a) {
    const Axis& axis = grid.axis[a];
    std::vector<StencilPoint> product;
    for (const StencilPoint& p : points) {
      for (const auto& w : folded_weights(axis, images.half[a], images.mirror[a], position[axis.physical])) {
        StencilPoint q = p;
        q.node[a] = w.index;
        q.weight *= w.weight;
        product.push_back(q);
      }
    }
    points = std::move(product);
  }
  return points;
}

}  // namespace unda::fd
