// Turning between the earth's axes, the frame of a chunk and a place in it.
#include "scenario/chunk.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/angle.hpp"

namespace unda::scenario {
namespace {

constexpr double flattening = 1 / 298.257223563;
constexpr double squeeze = (1 - flattening) * (1 - flattening);  // 1 - e^2
constexpr double on_a_side = 1e-9;                               // rad, and of the earth's radius

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// East, north and up in axes of the earth: x to longitude 0, z to the north pole.
std::array<Vector, 3> axes_at(const GeographicOrigin& place) {
  const double lat = degree * geocentric_latitude(place.latitude), lon = degree * place.longitude;
  const Vector up{std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat)};
  const Vector east{-std::sin(lon), std::cos(lon), 0};
  return {east, cross(up, east), up};
}

/// sum_ab m_ab u_a v_b of a symmetric m as xx yy zz xy xz yz.
double along(const std::array<double, 6>& m, const Vector& u, const Vector& v) {
  return m[0] * u[0] * v[0] + m[1] * u[1] * v[1] + m[2] * u[2] * v[2] + m[3] * (u[0] * v[1] + u[1] * v[0]) +
         m[4] * (u[0] * v[2] + u[2] * v[0]) + m[5] * (u[1] * v[2] + u[2] * v[1]);
}

std::array<double, 6> turned(const std::array<double, 6>& m, const std::array<Vector, 3>& axes) {
  return {along(m, axes[0], axes[0]), along(m, axes[1], axes[1]), along(m, axes[2], axes[2]),
          along(m, axes[0], axes[1]), along(m, axes[0], axes[2]), along(m, axes[1], axes[2])};
}

/// The axes of the frame, each by its parts along east, north and up.
std::array<Vector, 3> transposed(const Compass& c) {
  return {Vector{c.east[0], c.north[0], c.up[0]}, Vector{c.east[1], c.north[1], c.up[1]},
          Vector{c.east[2], c.north[2], c.up[2]}};
}

}  // namespace

double geocentric_latitude(double geographic) {
  if (std::abs(geographic) >= 90) return geographic;
  return std::atan(squeeze * std::tan(degree * geographic)) / degree;
}

double geographic_latitude(double geocentric) {
  if (std::abs(geocentric) >= 90) return geocentric;
  return std::atan(std::tan(degree * geocentric) / squeeze) / degree;
}

ChunkFrame::ChunkFrame(const Chunk& chunk)
    : axes_(axes_at(chunk.centre)),
      half_width_{0.5 * degree * chunk.width[0], 0.5 * degree * chunk.width[1]},
      bottom_(earth_radius - chunk.depth) {
  const double c = std::cos(degree * chunk.rotation), s = std::sin(degree * chunk.rotation);
  sides_ = {Vector{c, s, 0}, Vector{-s, c, 0}, Vector{0, 0, 1}};
}

double ChunkFrame::radius(const Vector& x) { return std::hypot(x[0], x[1], x[2] + earth_radius); }

Vector ChunkFrame::position(const GeographicOrigin& place, double depth) const {
  const Vector up = axes_at(place)[2];
  const double r = earth_radius - depth;
  // With a small angle from the vertical z is a small difference of large numbers.
  const double across = dot(up, axes_[0]), along_north = dot(up, axes_[1]), cosine = dot(up, axes_[2]);
  const double sine2 = across * across + along_north * along_north;
  const double below = cosine > 0 ? sine2 / (1 + cosine) : 1 - cosine;  // 1 - cos
  return {r * across, r * along_north, -depth - r * below};
}

GeographicOrigin ChunkFrame::place(const Vector& x) const {
  const Vector d = x[0] * axes_[0] + x[1] * axes_[1] + (x[2] + earth_radius) * axes_[2];
  return {geographic_latitude(std::atan2(d[2], std::hypot(d[0], d[1])) / degree), std::atan2(d[1], d[0]) / degree};
}

Compass ChunkFrame::compass(const Vector& x) const {
  const Vector d = x[0] * axes_[0] + x[1] * axes_[1] + (x[2] + earth_radius) * axes_[2];
  const double r = norm(d), flat = std::hypot(d[0], d[1]);
  const Vector east = flat > 1e-9 * r ? Vector{-d[1] / flat, d[0] / flat, 0} : Vector{0, 1, 0};
  const Vector up = (1 / r) * d;
  auto in_frame = [&](const Vector& v) { return Vector{dot(v, axes_[0]), dot(v, axes_[1]), dot(v, axes_[2])}; };
  return {in_frame(east), in_frame(cross(up, east)), in_frame(up)};
}

GreatCircle ChunkFrame::between(const Vector& from, const Vector& to) const {
  const Compass here = compass(from), there = compass(to);
  const auto towards = [](const Compass& c, const Vector& way) {
    const double angle = std::atan2(dot(way, c.east), dot(way, c.north)) / degree;
    return angle < 0 ? angle + 360 : angle;
  };
  return {std::atan2(norm(cross(here.up, there.up)), dot(here.up, there.up)) / degree,
          towards(here, there.up - here.up), towards(there, here.up - there.up)};
}

Vector ChunkFrame::at(double xi, double eta, double radius) const {
  const double u = std::tan(xi), v = std::tan(eta), length = std::sqrt(1 + u * u + v * v);
  const Vector across = (radius * u / length) * sides_[0] + (radius * v / length) * sides_[1];
  // radius/length - earth_radius, without the loss of digits near the centre.
  const double below = (u * u + v * v) / (length * (1 + length));
  return {across[0], across[1], (radius - earth_radius) - radius * below};
}

std::string ChunkFrame::outside(const Vector& x) const {
  const double up = x[2] + earth_radius, r = radius(x), depth = earth_radius - r;
  if (depth < -on_a_side * earth_radius) return fmt::format("lies {:.6g} m above the surface", -depth);
  if (r < bottom_ - on_a_side * earth_radius)
    return fmt::format("lies {:.6g} m deep, below the bottom of the chunk (domain.depth = {:.6g})", depth,
                       earth_radius - bottom_);
  for (int axis = 0; axis < 2; ++axis) {
    const double angle = std::atan2(dot(x, sides_[static_cast<std::size_t>(axis)]), up);
    if (std::abs(angle) <= half_width(axis) + on_a_side) continue;
    return fmt::format("lies {:.6g} degrees beyond the {} side of the chunk, which is {:.6g} degrees from its centre",
                       (std::abs(angle) - half_width(axis)) / degree, face_names[2 * axis + (angle > 0 ? 1 : 0)],
                       half_width(axis) / degree);
  }
  return "";
}

std::array<Interval, 3> ChunkFrame::extent() const {
  constexpr int n = 64;  // the box of the surface is that of a grid of points, but for its bulge between them
  std::array<Interval, 3> box{Interval{HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, -HUGE_VAL}};
  for (const double r : {bottom_, earth_radius})
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        const Vector x = at((2.0 * i / n - 1) * half_width(0), (2.0 * j / n - 1) * half_width(1), r);
        for (std::size_t a = 0; a < 3; ++a) box[a] = {std::min(box[a].low, x[a]), std::max(box[a].high, x[a])};
      }
  return box;
}

std::array<double, 6> to_frame(const Compass& c, const std::array<double, 6>& local) {
  return turned(local, transposed(c));
}
std::array<double, 6> to_place(const Compass& c, const std::array<double, 6>& of_frame) {
  return turned(of_frame, {c.east, c.north, c.up});
}
Vector to_frame(const Compass& c, const Vector& local) {
  return local[0] * c.east + local[1] * c.north + local[2] * c.up;
}
Vector to_place(const Compass& c, const Vector& of_frame) {
  return {dot(of_frame, c.east), dot(of_frame, c.north), dot(of_frame, c.up)};
}

}  // namespace unda::scenario
