// Reading elevations and looking them up.
#include "model/elevations.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "model/sampled_array.hpp"

namespace unda::model {
namespace {

/// The cell of a regular grid that holds a coordinate, and how far in it lies, 0 to 1.
struct CellCoordinate {
  int index = 0;
  double fraction = 0;
};

CellCoordinate cell_coordinate(double coordinate, double origin, double spacing, int n) {
  const double at = std::clamp((coordinate - origin) / spacing, 0.0, n - 1.0);
  const int index = std::max(0, std::min(static_cast<int>(at), n - 2));
  return {index, n > 1 ? at - index : 0.0};
}

}  // namespace

Elevations::Elevations(const scenario::Scenario& s, const scenario::Topography& surface, const std::string& key) {
  read(s, surface, key);
  check_cover(s, key);
  find_extremes(s);
}

void Elevations::read(const scenario::Scenario& s, const scenario::Topography& t, const std::string& key) {
  const SampledArray samples = read_elevations(t);
  const std::size_t n_sides = s.domain.dim == 3 ? 2 : 1;
  if (samples.shape.size() != n_sides || *std::min_element(samples.shape.begin(), samples.shape.end()) < 2)
    s.fail(key + ".file",
           fmt::format("'{}' holds an array of shape {}; a {}-D domain takes {}, at least 2 along a side",
                       t.file.string(), shape_text(samples.shape), s.domain.dim, n_sides == 2 ? "[ny, nx]" : "[nx]"));
  n_ = {static_cast<int>(samples.shape.back()), n_sides == 2 ? static_cast<int>(samples.shape.front()) : 1};
  origin_ = t.origin;
  spacing_ = {t.spacing[0], n_sides == 2 ? t.spacing[1] : 1.0};
  elevation_.assign(samples.samples().begin(), samples.samples().end());
  for (std::size_t n = 0; n < elevation_.size(); ++n)
    if (!std::isfinite(elevation_[n]))
      s.fail(key + ".file",
             fmt::format("'{}': the elevation at x = {:.6g}{} is {}, not a number in m", t.file.string(),
                         coordinate(0, static_cast<int>(n) % n_[0]),
                         n_sides == 2 ? fmt::format(", y = {:.6g}", coordinate(1, static_cast<int>(n) / n_[0])) : "",
                         elevation_[n]));
}

void Elevations::check_cover(const scenario::Scenario& s, const std::string& key) const {
  for (int side = 0; side < (s.domain.dim == 3 ? 2 : 1); ++side) {
    const scenario::Interval& extent = s.domain.extent[side];
    const double low = coordinate(side, 0), high = coordinate(side, n_[side] - 1), slack = 1e-6 * spacing_[side];
    if (low > extent.low + slack || high < extent.high - slack)
      s.fail(key, fmt::format("the elevations reach from {0} = {1:.6g} to {2:.6g}; the domain from {3:.6g} "
                              "to {4:.6g}: they must cover it",
                              axis_names[side], low, high, extent.low, extent.high));
  }
}

/// Of the elevations within the domain and the first beyond it on each side.
void Elevations::find_extremes(const scenario::Scenario& s) {
  std::array<int, 2> first{0, 0}, last{0, 0};
  for (int side = 0; side < (s.domain.dim == 3 ? 2 : 1); ++side) {
    const scenario::Interval& extent = s.domain.extent[side];
    first[side] = cell_coordinate(extent.low, origin_[side], spacing_[side], n_[side]).index;
    last[side] =
        std::min(cell_coordinate(extent.high, origin_[side], spacing_[side], n_[side]).index + 1, n_[side] - 1);
  }
  lowest_ = INFINITY;
  highest_ = -INFINITY;
  for (int j = first[1]; j <= last[1]; ++j)
    for (int i = first[0]; i <= last[0]; ++i) {
      const double z = elevation_[static_cast<std::size_t>(j) * n_[0] + i];
      highest_ = std::max(highest_, z);
      if (z >= lowest_) continue;
      lowest_ = z;
      lowest_point_ = {coordinate(0, i), coordinate(1, j), z};
    }
}

double Elevations::height(double x, double y) const {
  const CellCoordinate px = cell_coordinate(x, origin_[0], spacing_[0], n_[0]),
                       py = cell_coordinate(y, origin_[1], spacing_[1], n_[1]);
  const auto along_x = [&](int j) {
    const double* row = &elevation_[static_cast<std::size_t>(j) * n_[0] + px.index];
    return px.fraction > 0 ? (1 - px.fraction) * row[0] + px.fraction * row[1] : row[0];
  };
  const double low = along_x(py.index);
  return py.fraction > 0 ? (1 - py.fraction) * low + py.fraction * along_x(py.index + 1) : low;
}

std::vector<double> Elevations::coordinates(int side, const scenario::Interval& interval) const {
  std::vector<double> found{interval.low};
  for (int i = 0; i < n_[side]; ++i)
    if (const double at = coordinate(side, i); at > interval.low && at < interval.high) found.push_back(at);
  found.push_back(interval.high);
  return found;
}

/// Both are linear along each axis between the coordinates of either: extremes lie there.
Gap gap_between(const Boundary& lower, const Boundary& upper, const scenario::Domain& domain) {
  std::array<std::vector<double>, 2> at;
  for (const int side : {0, 1}) {
    if (side == 1 && domain.dim < 3) {
      at[1] = {0};
      continue;
    }
    at[side] = {domain.extent[side].low, domain.extent[side].high};
    for (const Boundary* b : {&lower, &upper})
      if (b->surface)
        for (const double x : b->surface->coordinates(side, domain.extent[side])) at[side].push_back(x);
    std::sort(at[side].begin(), at[side].end());
    at[side].erase(std::unique(at[side].begin(), at[side].end()), at[side].end());
  }
  Gap gap{INFINITY, -INFINITY, {}};
  for (const double y : at[1])
    for (const double x : at[0]) {
      const double here = upper.height(x, y) - lower.height(x, y);
      gap.most = std::max(gap.most, here);
      if (here >= gap.least) continue;
      gap.least = here;
      gap.at = {x, y, lower.height(x, y)};
    }
  return gap;
}

}  // namespace unda::model
