// Products of windowed-sinc weights along the axes.
#include "fd/point_stencil.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "fd/least_layer.hpp"
#include "fd/one_sided.hpp"
#include "numerics/kinked_interpolation.hpp"
#include "numerics/one_sided_difference.hpp"
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
  if (index < 0 && has_images(mirror[0])) {
    index = -index - half;
    factor = mirror[0] == Mirror::odd ? -1 : 1;
  }
  if (index > last - half && has_images(mirror[1])) {
    index = 2 * last - half - index;
    factor *= mirror[1] == Mirror::odd ? -1 : 1;
  }
  return index < 0 || index > last ? 0 : factor;
}

using Weights = AxisWeights;

/// The polynomial through `n_points` points from `first` on.
Weights lagrange(double position, int first, int n_points) {
  Weights weights;
  for (int i = first; i < first + n_points; ++i) {
    double w = 1;
    for (int j = first; j < first + n_points; ++j)
      if (j != i) w *= (position - j) / (i - j);
    weights.push_back({i, w});
  }
  return weights;
}

/// Beside an interface, where values of the nearest points are less certain.
constexpr int n_beside_interface = 4;

/// Beside an interface that makes ripples: as many points as lie on the near side, and as many beyond.
int n_beside_ripples(double position, int least, int most) {
  constexpr int most_points = 10;
  const double near = std::min(position - least, most - position) + 1;
  return std::clamp(2 * static_cast<int>(std::floor(near)), n_beside_interface, most_points);
}

/// From where to where points hold values, in the grid and on the own side of interfaces.
struct Reach {
  int least, most;  ///< of the grid
  int least_of_side, most_of_side;
};

/// Weights along one axis before folding.
Weights open_weights(double position, const Reach& reach, const IndexBounds& bounds) {
  const int least = std::max(reach.least, reach.least_of_side), most = std::min(reach.most, reach.most_of_side);
  const int left = static_cast<int>(std::floor(position));
  auto polynomial_of = [&](int wanted) {
    const int n_points = std::min(wanted, most - least + 1);
    return std::pair{std::clamp(left - n_points / 2 + 1, least, most - n_points + 1), n_points};
  };
  if (bounds.ripples_of > 0) {
    if (left - numerics::sinc_half_width + 1 >= least && left + numerics::sinc_half_width <= most)
      return numerics::sinc_weights(position);
    const auto [first, n_points] = polynomial_of(n_beside_ripples(position, least, most));
    Weights weights = numerics::kinked_weights(position, first, n_points, bounds.ripples_of);
    if (weights.front().index >= reach.least && weights.back().index <= reach.most) return weights;
  }
  Weights sinc = numerics::sinc_weights(position);
  if (sinc.front().index >= least && sinc.back().index <= most) return sinc;
  const auto [first, n_points] = polynomial_of(bounds.n_in_polynomial);
  return lagrange(position, first, n_points);
}

Weights axis_weights(const Axis& axis, int half, const std::array<Mirror, 2>& mirror, double coordinate, bool source,
                     const IndexBounds& bounds) {
  const double position = axis.index(coordinate) - 0.5 * half;
  const int last = axis.n_nodes - 1;
  // A source in a field that is held at zero on the face would be lost there.
  Reach reach{};
  reach.least = is_one_sided(mirror[0]) ? (source && mirror[0] == Mirror::held && half == 0 ? 1 : 0) : -1000000;
  reach.most = is_one_sided(mirror[1]) ? last - half - (source && mirror[1] == Mirror::held && half == 0 ? 1 : 0)
                                       : last + 1000000;
  reach.least_of_side = static_cast<int>(std::ceil(bounds.least - 0.5 * half));
  reach.most_of_side = static_cast<int>(std::floor(bounds.most - 0.5 * half));
  std::map<int, double> sum;
  for (auto [index, weight] : open_weights(position, reach, bounds)) {
    const bool on_even_face =
        half == 0 && ((index == 0 && mirror[0] == Mirror::even) || (index == last && mirror[1] == Mirror::even));
    const double factor = fold(index, axis.n_nodes, half, mirror);
    if (factor != 0) sum[index] += factor * weight * (source && on_even_face ? 2 : 1);
  }
  Weights weights;
  for (const auto& [index, weight] : sum)
    if (weight != 0) weights.push_back({index, weight});
  return weights;
}

/// Whether differences beside an interface are those of the interior: it is welded, and no face or sea floor is near.
bool has_plain_differences(const Axis& axis, const std::vector<model::LevelInterface>& interfaces,
                           const model::LevelInterface& own) {
  if (axis.closure == 0 || own.is_sea_floor()) return false;
  const int n_rows = numerics::one_sided_difference(axis.closure).n_rows;
  const double at = axis.index(own.height);
  auto is_one_sided_at = [](scenario::BoundaryKind face) {
    return face == scenario::BoundaryKind::free || face == scenario::BoundaryKind::rigid;
  };
  if (is_one_sided_at(axis.low) && at < n_rows + 1) return false;
  if (is_one_sided_at(axis.high) && at > axis.n_nodes - 2 - n_rows) return false;
  return std::none_of(interfaces.begin(), interfaces.end(), [&](const model::LevelInterface& i) {
    return i.is_sea_floor() &&
           std::abs(axis.index(i.height) - at) < n_rows + 2 * axis.closure + numerics::sinc_half_width;
  });
}

}  // namespace

Confinement own_layer(const Grid& grid, const std::vector<model::LevelInterface>& interfaces, const Vector& position) {
  const int up = grid.dim - 1;
  const Axis& axis = grid.axis[up];
  if (axis.physical != 2 || axis.periodic()) return {};
  const double at = axis.index(position[2]), top = axis.n_nodes - 1;
  const bool below_surface =
      axis.closure > 0 && axis.high == scenario::BoundaryKind::free && at > top - numerics::sinc_half_width;
  IndexBounds bounds;
  bounds.ripples_of = axis.closure;
  for (const model::LevelInterface& i : interfaces) {
    const double height = axis.index(i.height);
    if (std::abs(height - at) > numerics::sinc_half_width + 1) continue;
    // A point on an interface belongs to the layer below.
    if (position[2] > i.height)
      bounds.least = std::max(bounds.least, height);
    else
      bounds.most = std::min(bounds.most, height);
    if (!has_plain_differences(axis, interfaces, i)) bounds.ripples_of = 0;
  }
  if (below_surface && bounds.most > top) {
    bounds.least = std::min(bounds.least, top - 1.5);  // two half points at least
    bounds.ripples_of = 0;
    return {up, bounds};
  }
  if (bounds.most - bounds.least < least_layer) return {};
  bounds.n_in_polynomial = n_beside_interface;
  return {up, bounds};
}

Confinement own_layer_of_moment(const Grid& grid, const std::vector<model::LevelInterface>& interfaces,
                                const Vector& position) {
  const Confinement layer = own_layer(grid, interfaces, position);
  return layer.bounds.ripples_of > 0 ? layer : Confinement{};
}

Confinement within_both(const Confinement& a, const Confinement& b) {
  if (a.axis < 0) return b;
  if (b.axis < 0) return a;
  return {a.axis,
          {std::max(a.bounds.least, b.bounds.least), std::min(a.bounds.most, b.bounds.most),
           std::min(a.bounds.n_in_polynomial, b.bounds.n_in_polynomial),
           std::max(a.bounds.ripples_of, b.bounds.ripples_of)}};
}

std::array<AxisWeights, 3> reading_weights(const Grid& grid, const FieldImages& images, const Vector& position,
                                           const Confinement& confinement) {
  std::array<AxisWeights, 3> along{{{{0, 1.0}}, {{0, 1.0}}, {{0, 1.0}}}};
  for (int a = 0; a < grid.dim; ++a)
    along[a] = axis_weights(grid.axis[a], images.half[a], images.mirror[a], position[grid.axis[a].physical], false,
                            a == confinement.axis ? confinement.bounds : IndexBounds{});
  return along;
}

double derivative_shift(const Grid& grid, int axis) { return 0.005 * grid.axis[axis].spacing; }

std::array<AxisWeights, 3> source_weights(const Grid& grid, const FieldImages& images, const Vector& position,
                                          int radius, const Confinement& confinement) {
  std::array<Weights, 3> along{{{{0, 1.0}}, {{0, 1.0}}, {{0, 1.0}}}};
  for (int a = 0; a < grid.dim; ++a) {
    const auto& mirror = images.mirror[a];
    along[a] = axis_weights(grid.axis[a], images.half[a], mirror, position[grid.axis[a].physical], true,
                            a == confinement.axis ? confinement.bounds : IndexBounds{});
    for (auto& [index, weight] : along[a])
      weight /=
          point_length(grid, a, is_one_sided(mirror[0]), is_one_sided(mirror[1]), radius, index, images.half[a] == 1);
  }
  return along;
}

std::vector<StencilPoint> product_of(const Grid& grid, const std::array<AxisWeights, 3>& along) {
  std::vector<StencilPoint> points{{{0, 0, 0}, 1.0}};
  for (int a = grid.dim - 1; a >= 0; --a) {
    std::vector<StencilPoint> longer;
    for (const StencilPoint& p : points) {
      for (const auto& w : along[a]) {
        StencilPoint q = p;
        q.node[a] = w.index;
        q.weight *= w.weight;
        longer.push_back(q);
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::vector<StencilPoint> derivative_of(const std::function<std::vector<StencilPoint>(const Vector&)>& stencil,
                                        const Grid& grid, const Vector& position, int axis) {
  const double shift = derivative_shift(grid, axis);
  std::map<std::array<int, 3>, double> sum;
  for (const int side : {-1, 1}) {
    Vector x = position;
    x[grid.axis[axis].physical] += side * shift;
    for (const StencilPoint& p : stencil(x)) sum[p.node] += side * p.weight / (2 * shift);
  }
  std::vector<StencilPoint> points;
  for (const auto& [node, weight] : sum) points.push_back({node, weight});
  return points;
}

}  // namespace unda::fd
