// A point or vector in space. Always three numbers: in 2-D y is 0, in 1-D y and z are 0.
#pragma once

#include <array>
#include <cmath>

namespace unda {

using Vector = std::array<double, 3>;

inline Vector operator+(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vector operator*(double s, const Vector& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline double norm(const Vector& a) { return std::sqrt(dot(a, a)); }

/// The faces of a box, in the order in which they are numbered: face = 2 * axis + (0 low, 1 high).
enum Face : int { west, east, south, north, bottom, top };
inline constexpr std::array<const char*, 6> face_names{"west", "east", "south", "north", "bottom", "top"};
inline constexpr std::array<const char*, 3> axis_names{"x", "y", "z"};

}  // namespace unda
