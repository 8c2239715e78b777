// Newton's method on faces, in the plane of x and y.
#include "mesh/hexahedra_top.hpp"

#include <algorithm>
#include <cmath>

namespace unda::mesh {
namespace {

constexpr double edge_of_face = 1e-6;  // of half a face
constexpr int most_steps = 30;

}  // namespace

HexahedraTop::HexahedraTop(const Hexahedra& mesh) : mesh_(mesh) {
  for (std::size_t e = 0; e < mesh.size(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f)
      if (!mesh.neighbours[e][static_cast<std::size_t>(f)].exists() &&
          side_facing(mesh.outward_area(e, f, {0, 0, 0})) == top)
        sides_.push_back({e, f});
  if (sides_.empty()) return;
  const auto flat = [](BoundingBox box) {
    box.low[2] = box.high[2] = 0;
    return box;
  };
  bins_.emplace(flat(mesh.box()), sides_.size(), 1.0,
                [&](std::size_t n) { return flat(mesh.box_of(sides_[n].element)); });
}

std::optional<double> HexahedraTop::height(double x, double y) const {
  std::optional<double> highest;
  if (!bins_) return highest;
  for (const int n : bins_->at({x, y, 0}))
    if (const auto z = height_of(sides_[static_cast<std::size_t>(n)], x, y))
      highest = highest ? std::max(*highest, *z) : *z;
  return highest;
}

std::optional<double> HexahedraTop::height_of(const Side& side, double x, double y) const {
  const int axis = side.face / 2;
  int free[2], n_free = 0;
  for (int a = 0; a < mesh_.dim; ++a)
    if (a != axis) free[n_free++] = a;
  Vector xi{};
  xi[axis] = side.face % 2 == 0 ? -1 : 1;
  for (int n = 0; n < most_steps; ++n) {
    const Vector at = mesh_.position(side.element, xi);
    const Tangents t = mesh_.tangents(side.element, xi);
    const double rest[2] = {x - at[0], y - at[1]};
    double step[2] = {0, 0};
    if (n_free == 1) {
      step[0] = rest[0] / t[free[0]][0];
    } else {
      const Vector &u = t[free[0]], &v = t[free[1]];
      const double area = u[0] * v[1] - u[1] * v[0];
      step[0] = (rest[0] * v[1] - rest[1] * v[0]) / area;
      step[1] = (u[0] * rest[1] - u[1] * rest[0]) / area;
    }
    double length = 0, outside = 0;
    for (int i = 0; i < n_free; ++i) {
      xi[free[i]] += step[i];
      length = std::max(length, std::abs(step[i]));
      outside = std::max(outside, std::abs(xi[free[i]]) - 1);
    }
    if (!(length < 10) || outside > 3) return {};
    if (length < 1e-12)
      return outside < edge_of_face ? std::optional(mesh_.position(side.element, xi)[2]) : std::nullopt;
  }
  return {};
}

}  // namespace unda::mesh
