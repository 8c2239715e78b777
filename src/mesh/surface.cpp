// Reading elevations and looking them up.
#include "mesh/surface.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "model/sampled_array.hpp"

namespace unda::mesh {
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

Surface::Surface(const scenario::Scenario& s) : lowest_(s.domain.extent[2].high), highest_(lowest_) {
  if (!s.domain.topography) return;
  read(s);
  check_cover(s);
  find_extremes(s);
  if (!(lowest_ > s.domain.extent[2].low))
    s.fail("domain.topography",
           fmt::format("the surface lies at z = {:.6g} at x = {:.6g}{}, not above the bottom of the "
                       "domain, z = {:.6g}",
                       lowest_, lowest_point_[0],
                       s.domain.dim == 3 ? fmt::format(", y = {:.6g}", lowest_point_[1]) : "", s.domain.extent[2].low));
}

void Surface::read(const scenario::Scenario& s) {
  const scenario::Topography& t = *s.domain.topography;
  const model::SampledArray samples = model::read_npy(t.file);
  const std::size_t n_sides = s.domain.dim == 3 ? 2 : 1;
  if (samples.shape.size() != n_sides || *std::min_element(samples.shape.begin(), samples.shape.end()) < 2)
    s.fail(
        "domain.topography.file",
        fmt::format("'{}' holds an array of shape {}; a {}-D domain takes {}, at least 2 along a side", t.file.string(),
                    model::shape_text(samples.shape), s.domain.dim, n_sides == 2 ? "[ny, nx]" : "[nx]"));
  n_ = {static_cast<int>(samples.shape.back()), n_sides == 2 ? static_cast<int>(samples.shape.front()) : 1};
  origin_ = t.origin;
  spacing_ = {t.spacing[0], n_sides == 2 ? t.spacing[1] : 1.0};
  elevation_.assign(samples.data.begin(), samples.data.end());
  for (std::size_t n = 0; n < elevation_.size(); ++n)
    if (!std::isfinite(elevation_[n]))
      s.fail("domain.topography.file",
             fmt::format("'{}': the elevation at x = {:.6g}{} is {}, not a number in m", t.file.string(),
                         coordinate(0, static_cast<int>(n) % n_[0]),
                         n_sides == 2 ? fmt::format(", y = {:.6g}", coordinate(1, static_cast<int>(n) / n_[0])) : "",
                         elevation_[n]));
}

void Surface::check_cover(const scenario::Scenario& s) const {
  for (int side = 0; side < (s.domain.dim == 3 ? 2 : 1); ++side) {
    const scenario::Interval& extent = s.domain.extent[side];
    const double low = coordinate(side, 0), high = coordinate(side, n_[side] - 1), slack = 1e-6 * spacing_[side];
    if (low > extent.low + slack || high < extent.high - slack)
      s.fail("domain.topography",
             fmt::format("the elevations reach from {0} = {1:.6g} to {2:.6g}; the domain from {3:.6g} "
                         "to {4:.6g}: they must cover it",
                         axis_names[side], low, high, extent.low, extent.high));
  }
}

/// Of the elevations within the domain and the first beyond it on each side.
void Surface::find_extremes(const scenario::Scenario& s) {
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

double Surface::height(double x, double y) const {
  if (is_flat()) return highest_;
  const CellCoordinate px = cell_coordinate(x, origin_[0], spacing_[0], n_[0]),
                       py = cell_coordinate(y, origin_[1], spacing_[1], n_[1]);
  const auto along_x = [&](int j) {
    const double* row = &elevation_[static_cast<std::size_t>(j) * n_[0] + px.index];
    return px.fraction > 0 ? (1 - px.fraction) * row[0] + px.fraction * row[1] : row[0];
  };
  const double low = along_x(py.index);
  return py.fraction > 0 ? (1 - py.fraction) * low + py.fraction * along_x(py.index + 1) : low;
}

}  // namespace unda::mesh
