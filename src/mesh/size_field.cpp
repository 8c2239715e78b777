// Sizes by wavelength, by layers, and their gradient.
#include "mesh/size_field.hpp"

#include <algorithm>
#include <cmath>

#include "exec/for_each.hpp"
#include "physics/anisotropy.hpp"

namespace unda::mesh {
namespace {

constexpr double points_per_edge = 2;     // of the lattice, along the smallest edge
constexpr double steepest = 0.4;          // change of the edge over distance
constexpr double edges_per_layer = 0.5;   // at least: through a layer that is thinner than its waves ask for
constexpr double most_beside = 1.0 / 50;  // of the shortest wavelength, between a curved boundary and its flat facets
constexpr int samples_per_point = 2;      // along each axis, of a model that varies

/// The slowest wave at a point. Where samples of a fluid and of a solid are blended, that of the point's own side.
double slowest_at(const model::Model& model, const Vector& x) {
  if (const auto anisotropy = model.anisotropy(x)) return anisotropy->speeds.s_min;
  const model::Properties p = model.of_side(x, model.is_solid(x));
  return p.vs > 0 ? p.vs : p.vp;
}

/// The lattice: fine enough for the smallest edge, or as fine as `most_points` allow.
SizeField make_lattice(const Levels& levels, double smallest, double most_points) {
  SizeField field;
  const std::array<scenario::Interval, 3> extent{
      levels.domain[0], levels.domain[1], {levels.plane.front(), levels.plane.back()}};
  double step = smallest / points_per_edge;
  const auto count = [&](int a) { return std::max(2.0, std::ceil(extent[a].length() / step * (1 - 1e-9)) + 1); };
  while (count(0) * count(1) * count(2) > most_points) step *= 1.1;
  for (int a = 0; a < 3; ++a) {
    field.n[a] = static_cast<int>(count(a));
    field.origin[a] = extent[a].low;
    field.spacing[a] = extent[a].length() / (field.n[a] - 1);
  }
  return field;
}

/// In every layer between anchors: by its medium, where media are those of layers, and by its thickness over each column.
void size_by_layers(const scenario::Scenario& s, const model::Model& model, const Levels& levels, double wavelengths,
                    SizeField& field) {
  const std::vector<Anchor>& anchors = levels.anchors;
  std::vector<double> by_medium(anchors.size() - 1, INFINITY);
  const Vector centre = 0.5 * (field.point(0, 0, 0) + field.point(field.n[0] - 1, field.n[1] - 1, 0));
  for (std::size_t m = 0; levels.has_interfaces() && m < by_medium.size(); ++m) {
    const double z =
        0.5 * (anchors[m].boundary.height(centre[0], centre[1]) + anchors[m + 1].boundary.height(centre[0], centre[1]));
    by_medium[m] = edge_for(s, slowest_at(model, {centre[0], centre[1], z}), wavelengths);
  }
  exec::for_each_heavy(static_cast<std::size_t>(field.n[0]), [&](std::size_t slice) {
    const int i = static_cast<int>(slice);
    for (int j = 0; j < field.n[1]; ++j)
      for (std::size_t m = 0; m < by_medium.size(); ++m) {
        const Vector x = field.point(i, j, 0);
        const double low = anchors[m].boundary.height(x[0], x[1]), high = anchors[m + 1].boundary.height(x[0], x[1]);
        const double edge = std::min(by_medium[m], (high - low) / edges_per_layer);
        const bool lowest = m == 0, uppermost = m + 1 == by_medium.size();
        for (int k = 0; k < field.n[2]; ++k) {
          const double z = field.point(i, j, k)[2];
          if ((lowest || z > low - field.spacing[2]) && (uppermost || z < high + field.spacing[2]))
            field.edge[field.index(i, j, k)] = std::min(field.edge[field.index(i, j, k)], edge);
        }
      }
  });
}

/// The largest second derivative of a boundary's height over a column, across three points of the lattice.
double curvature(const model::Boundary& boundary, const SizeField& field, int i, int j) {
  const auto height = [&](int a, int b) {
    const Vector x = field.point(a, b, 0);
    return boundary.height(x[0], x[1]);
  };
  const int x = std::clamp(i, 1, std::max(field.n[0] - 2, 1)), y = std::clamp(j, 1, std::max(field.n[1] - 2, 1));
  if (x + 1 >= field.n[0] || y + 1 >= field.n[1]) return 0;
  const double here = height(x, y), dx = field.spacing[0], dy = field.spacing[1];
  const double along_x = (height(x - 1, y) - 2 * here + height(x + 1, y)) / (dx * dx),
               along_y = (height(x, y - 1) - 2 * here + height(x, y + 1)) / (dy * dy),
               across = (height(x + 1, y + 1) - height(x + 1, y - 1) - height(x - 1, y + 1) + height(x - 1, y - 1)) /
                        (4 * dx * dy);
  return std::abs(along_x + along_y) / 2 + std::hypot((along_x - along_y) / 2, across);
}

/// Beside curved boundaries: by what flat facets miss of them, edge^2/8 of the curvature.
void size_by_curvature(double wavelengths, const Levels& levels, SizeField& field) {
  const std::vector<double> by_waves = field.edge;
  for (const Anchor& anchor : levels.anchors) {
    if (anchor.boundary.is_level()) continue;
    exec::for_each_heavy(static_cast<std::size_t>(field.n[0]), [&](std::size_t slice) {
      const int i = static_cast<int>(slice);
      for (int j = 0; j < field.n[1]; ++j) {
        const Vector x = field.point(i, j, 0);
        const double height = anchor.boundary.height(x[0], x[1]), curved = curvature(anchor.boundary, field, i, j);
        for (int k = 0; curved > 0 && k < field.n[2]; ++k) {
          if (std::abs(field.point(i, j, k)[2] - height) > field.spacing[2]) continue;
          const std::size_t n = field.index(i, j, k);
          const double wavelength = by_waves[n] / wavelengths;
          field.edge[n] = std::min(field.edge[n], std::sqrt(8 * most_beside * wavelength / curved));
        }
      }
    });
  }
}

/// Of a model that varies: by the slowest wave among points around each of the lattice.
void size_by_samples(const scenario::Scenario& s, const model::Model& model, double wavelengths, SizeField& field) {
  exec::for_each_heavy(static_cast<std::size_t>(field.n[0]), [&](std::size_t slice) {
    const int i = static_cast<int>(slice);
    for (int j = 0; j < field.n[1]; ++j)
      for (int k = 0; k < field.n[2]; ++k) {
        double slowest = INFINITY;
        for (int n = 0; n < samples_per_point * samples_per_point * samples_per_point; ++n) {
          Vector x = field.point(i, j, k);
          for (int a = 0, rest = n; a < 3; ++a, rest /= samples_per_point)
            x[a] += ((rest % samples_per_point + 0.5) / samples_per_point - 0.5) * field.spacing[a];
          slowest = std::min(slowest, slowest_at(model, x));
        }
        double& edge = field.edge[field.index(i, j, k)];
        edge = std::min(edge, edge_for(s, slowest, wavelengths));
      }
  });
}

/// Every point takes the least of its neighbours along each axis, so that no value between points is too large.
void spread_least(SizeField& field) {
  for (int axis = 0; axis < 3; ++axis) {
    const std::vector<double> before = field.edge;
    std::array<int, 3> at{};
    for (at[0] = 0; at[0] < field.n[0]; ++at[0])
      for (at[1] = 0; at[1] < field.n[1]; ++at[1])
        for (at[2] = 0; at[2] < field.n[2]; ++at[2])
          for (const int side : {-1, 1}) {
            std::array<int, 3> beside = at;
            beside[axis] += side;
            if (beside[axis] < 0 || beside[axis] >= field.n[axis]) continue;
            double& edge = field.edge[field.index(at[0], at[1], at[2])];
            edge = std::min(edge, before[field.index(beside[0], beside[1], beside[2])]);
          }
  }
}

/// edge(x) <= edge(y) + steepest |x - y|, by sweeps up and down the lattice until nothing changes.
void limit_gradient(SizeField& field) {
  for (bool changes = true; changes;) {
    changes = false;
    for (const int way : {-1, 1}) {
      const auto size = static_cast<std::ptrdiff_t>(field.edge.size());
      for (std::ptrdiff_t n = 0; n < size; ++n) {
        const std::ptrdiff_t at = way < 0 ? n : size - 1 - n;
        const int k = static_cast<int>(at % field.n[2]), j = static_cast<int>(at / field.n[2] % field.n[1]),
                  i = static_cast<int>(at / field.n[2] / field.n[1]);
        double& edge = field.edge[static_cast<std::size_t>(at)];
        for (int beside = 0; beside < 13; ++beside) {  // the half of 26 neighbours that this sweep has passed
          const int di = way * (1 - beside / 9), dj = way * (1 - beside / 3 % 3), dk = way * (1 - beside % 3);
          const int x = i + di, y = j + dj, z = k + dk;
          if (x < 0 || x >= field.n[0] || y < 0 || y >= field.n[1] || z < 0 || z >= field.n[2]) continue;
          const double distance = norm({di * field.spacing[0], dj * field.spacing[1], dk * field.spacing[2]});
          const double most = field.edge[field.index(x, y, z)] + steepest * distance;
          if (edge <= most * (1 + 1e-12)) continue;
          edge = most;
          changes = true;
        }
      }
    }
  }
}

}  // namespace

SizeField make_size_field(const scenario::Scenario& s, const model::Model& model, const Levels& levels,
                          double wavelengths, double most_points) {
  double most = INFINITY;  // a domain is not flatter than its elements
  for (const scenario::Interval& side : levels.domain) most = std::min(most, side.length());
  SizeField field =
      make_lattice(levels, std::min(most, edge_for(s, model.extremes().slowest, wavelengths)), most_points);
  field.edge.assign(static_cast<std::size_t>(field.n[0]) * field.n[1] * field.n[2], most);
  size_by_layers(s, model, levels, wavelengths, field);
  if (!levels.has_interfaces()) {
    const bool varies = model.varies_along(0) || model.varies_along(1) || model.varies_along(2);
    if (varies)
      size_by_samples(s, model, wavelengths, field);
    else
      for (double& edge : field.edge) edge = std::min(edge, edge_for(s, model.extremes().slowest, wavelengths));
  }
  size_by_curvature(wavelengths, levels, field);
  spread_least(field);
  limit_gradient(field);
  return field;
}

MeshEstimate estimate(const SizeField& field, const model::Model& model, const Levels& levels) {
  MeshEstimate found{0, INFINITY, {}};
  const model::Boundary& top = levels.anchors.back().boundary;
  for (int i = 0; i < field.n[0]; ++i)
    for (int j = 0; j < field.n[1]; ++j)
      for (int k = 0; k < field.n[2]; ++k) {
        const Vector x = field.point(i, j, k);
        if (x[2] > top.height(x[0], x[1]) + 0.5 * field.spacing[2]) continue;
        double volume = field.spacing[0] * field.spacing[1] * field.spacing[2];
        const std::array<int, 3> at{i, j, k};
        for (int a = 0; a < 3; ++a) volume *= at[a] == 0 || at[a] == field.n[a] - 1 ? 0.5 : 1;
        const double edge = field.edge[field.index(i, j, k)];
        found.n_elements += 6 * volume / std::pow(edge, 3);
        const auto anisotropy = model.anisotropy(x);
        const double time = edge / (anisotropy ? anisotropy->speeds.p_max : model.at(x).vp);
        if (time >= found.quickest) continue;
        found.quickest = time;
        found.quickest_at = x;
      }
  return found;
}

}  // namespace unda::mesh
