// Radius ratios and dihedral angles.
#include "mesh/quality.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <fmt/format.h>

#include "mesh/geometry.hpp"

namespace unda::mesh {
namespace {

/// Of the sphere through the corners: |a|^2 (b x c) + |b|^2 (c x a) + |c|^2 (a x b) over 12 volumes.
double outer_radius(const Tetrahedra& mesh, std::size_t e) {
  const Vector o = mesh.corner(e, 0), a = mesh.corner(e, 1) - o, b = mesh.corner(e, 2) - o, c = mesh.corner(e, 3) - o;
  return norm(dot(a, a) * cross(b, c) + dot(b, b) * cross(c, a) + dot(c, c) * cross(a, b)) / (12 * mesh.volume(e));
}

}  // namespace

MeshQuality quality_of(const Tetrahedra& mesh) {
  MeshQuality found;
  double sum = 0;
  for (std::size_t e = 0; e < mesh.n_in_domain(); ++e) {
    const double ratio = 3 * mesh.inradius(e) / outer_radius(mesh, e);
    sum += ratio;
    ++found.histogram[static_cast<std::size_t>(std::clamp(static_cast<int>(10 * ratio), 0, 9))];
    if (ratio < found.worst_ratio) {
      found.worst_ratio = ratio;
      found.worst_at = mesh.centre(e);
    }
    std::array<Vector, 4> normal{};
    for (int f = 0; f < 4; ++f) normal[static_cast<std::size_t>(f)] = outward_normal(mesh, e, f).direction;
    for (std::size_t f = 0; f < 4; ++f)
      for (std::size_t g = 0; g < f; ++g) {
        const double angle = 180 - std::acos(std::clamp(dot(normal[f], normal[g]), -1.0, 1.0)) * 180 / std::numbers::pi;
        found.least_angle = std::min(found.least_angle, angle);
        found.largest_angle = std::max(found.largest_angle, angle);
      }
  }
  found.mean_ratio = sum / static_cast<double>(mesh.n_in_domain());
  return found;
}

std::vector<std::string> describe(const MeshQuality& q) {
  const Vector& x = q.worst_at;
  std::vector<std::string> lines{
      fmt::format("radius ratio      worst {:.3f} at ({:.6g}, {:.6g}, {:.6g}), mean {:.3f} (1: regular)", q.worst_ratio,
                  x[0], x[1], x[2], q.mean_ratio),
      fmt::format("dihedral angles   {:.1f} to {:.1f} degrees", q.least_angle, q.largest_angle)};
  const auto all = static_cast<double>(std::accumulate(q.histogram.begin(), q.histogram.end(), std::size_t{0}));
  for (std::size_t n = 0; n < q.histogram.size(); ++n)
    lines.push_back(fmt::format("ratio {:.1f} to {:.1f}  {:>9}  {:5.1f} %", 0.1 * static_cast<double>(n),
                                0.1 * static_cast<double>(n + 1), q.histogram[n],
                                100 * static_cast<double>(q.histogram[n]) / all));
  return lines;
}

}  // namespace unda::mesh
