// Weights of the change that one-sided differences make.
#include "fd/one_sided.hpp"

#include <map>

#include "numerics/difference_table.hpp"
#include "numerics/one_sided_difference.hpp"

namespace unda::fd {
namespace {

/// At level `level`: the one-sided derivative less the plain one, as weights of points counted from the face.
std::map<int, double> change_at(int radius, int level, bool half) {
  const auto& one_sided = numerics::one_sided_difference(radius);
  const auto& row = half ? one_sided.at_half[level] : one_sided.at_node[level];
  std::map<int, double> change;
  for (std::size_t n = 0; n < row.size(); ++n) change[static_cast<int>(n)] += row[n];
  const auto c = numerics::staggered_coefficients(radius);
  for (int m = 1; m <= radius; ++m) {
    const int up = half ? level + m : level + m - 1, down = half ? level + 1 - m : level - m;
    change[up] -= c[m - 1];
    if (down >= 0) change[down] += c[m - 1];
  }
  return change;
}

template <class Real>
LevelWeights<Real> level_weights(int radius, int level, bool half, bool high) {
  const std::map<int, double> change = change_at(radius, level, half);
  // The derivative at node `level` reads half points and that at half point `level` reads nodes. Counted from a high
  // face, index = last - n for nodes and last - 1 - n for half points, and the derivative changes sign.
  LevelWeights<Real> result;
  std::map<int, double> by_offset;
  for (const auto& [point, weight] : change) {
    int offset = point - level;
    if (high) offset = half ? level + 1 - point : level - 1 - point;
    by_offset[offset] = high ? -weight : weight;
  }
  result.first_offset = by_offset.begin()->first;
  result.weights.assign(static_cast<std::size_t>(by_offset.rbegin()->first - result.first_offset) + 1, Real(0));
  for (const auto& [offset, weight] : by_offset)
    result.weights[static_cast<std::size_t>(offset - result.first_offset)] = static_cast<Real>(weight);
  return result;
}

}  // namespace

template <class Real>
OneSidedFace<Real> make_one_sided_face(const Grid& grid, int axis, bool high, int radius) {
  OneSidedFace<Real> face;
  face.axis = axis;
  face.high = high;
  face.free = (high ? grid.axis[axis].high : grid.axis[axis].low) == scenario::BoundaryKind::free;
  face.n_levels = numerics::one_sided_difference(radius).n_rows;
  face.last_node = grid.axis[axis].n_nodes - 1;
  for (int level = 0; level < face.n_levels; ++level) {
    face.at_node.push_back(level_weights<Real>(radius, level, false, high));
    face.at_half.push_back(level_weights<Real>(radius, level, true, high));
  }
  return face;
}

std::pair<double, double> cell_along(const Axis& axis, int index, bool half) {
  const double centre = index + (half ? 0.5 : 0.0);
  const std::pair<double, double> plain{centre - 0.5, centre + 0.5};
  if (axis.closure == 0) return plain;
  const auto& one_sided = numerics::one_sided_difference(axis.closure);
  const auto& norm = half ? one_sided.half_norm : one_sided.node_norm;
  auto has_face = [](scenario::BoundaryKind kind) {
    return kind == scenario::BoundaryKind::free || kind == scenario::BoundaryKind::rigid;
  };
  // Counted from the face on.
  auto reach = [&](int level) {
    double from = 0;
    for (int i = 0; i < level; ++i) from += norm[static_cast<std::size_t>(i)];
    return std::pair{from, from + norm[static_cast<std::size_t>(level)]};
  };
  const int from_low = index + axis.offset, from_high = axis.n_whole - 1 - (half ? 1 : 0) - from_low;
  if (has_face(axis.low) && from_low >= 0 && from_low < one_sided.n_rows) {
    const auto [first, last] = reach(from_low);
    return {first - axis.offset, last - axis.offset};
  }
  if (has_face(axis.high) && from_high >= 0 && from_high < one_sided.n_rows) {
    const auto [first, last] = reach(from_high);
    const int face = axis.n_whole - 1 - axis.offset;
    return {face - last, face - first};
  }
  return plain;
}

double point_length(const Grid& grid, int axis, bool low_face, bool high_face, int radius, int index, bool half) {
  const auto& one_sided = numerics::one_sided_difference(radius);
  const auto& norm = half ? one_sided.half_norm : one_sided.node_norm;
  const int from_high = grid.axis[axis].n_nodes - 1 - (half ? 1 : 0) - index;
  if (low_face && index >= 0 && index < one_sided.n_rows) return norm[static_cast<std::size_t>(index)];
  if (high_face && from_high >= 0 && from_high < one_sided.n_rows) return norm[static_cast<std::size_t>(from_high)];
  return 1;
}

template OneSidedFace<float> make_one_sided_face<float>(const Grid&, int, bool, int);
template OneSidedFace<double> make_one_sided_face<double>(const Grid&, int, bool, int);

}  // namespace unda::fd
