// A chunk of the earth, a sphere: the frame of its coordinates, its sides, and what latitude, longitude and depth are in it.
//
// x points east, y north and z up at the centre of the chunk's surface, where x = y = z = 0; the earth's centre is at z = -earth_radius.
// Sides are those of a cubed sphere (Ronchi, Iacono and Paolucci 1996): a direction from the earth's centre is (tan xi, tan eta, 1) along
// two axes that lie flat at the chunk's centre, and its vertical. Half widths bound xi (west, east) and eta (south, north).
#pragma once

#include <array>
#include <string>

#include "base/vector.hpp"
#include "scenario/scenario.hpp"

namespace unda::scenario {

inline constexpr double earth_radius = 6371e3;  ///< m

/// Unit vectors of a place, in the frame.
struct Compass {
  Vector east{}, north{}, up{};
  const Vector& operator[](int axis) const { return axis == 0 ? east : axis == 1 ? north : up; }
};

/// From one place to another, degrees; azimuths from north towards east.
struct GreatCircle {
  double angle = 0, azimuth = 0, back_azimuth = 0;
};

/// Latitudes of files and scenarios are geographic, on the ellipsoid WGS84. On the sphere they are geocentric, as distances in travel-time
/// tables are: tan(geocentric) = (1 - e^2) tan(geographic).
double geocentric_latitude(double geographic);
double geographic_latitude(double geocentric);

class ChunkFrame {
 public:
  explicit ChunkFrame(const Chunk& chunk);

  Vector position(const GeographicOrigin& place, double depth) const;
  GeographicOrigin place(const Vector& x) const;
  static double radius(const Vector& x);
  static double depth(const Vector& x) { return earth_radius - radius(x); }
  Compass compass(const Vector& x) const;
  GreatCircle between(const Vector& from, const Vector& to) const;

  /// xi and eta in rad.
  Vector at(double xi, double eta, double radius) const;
  double half_width(int axis) const { return half_width_[static_cast<std::size_t>(axis)]; }
  double bottom() const { return bottom_; }  ///< its radius
  /// An empty text, or a sentence: beyond which side a point lies.
  std::string outside(const Vector& x) const;
  /// The box around it.
  std::array<Interval, 3> extent() const;

 private:
  std::array<Vector, 3> axes_{};   ///< of the frame: east, north and up at the centre, in axes of the earth
  std::array<Vector, 3> sides_{};  ///< the axes of xi, eta and the vertical, in the frame
  std::array<double, 2> half_width_{};
  double bottom_ = 0;
};

/// Moments xx yy zz xy xz yz along east, north and up of a place, and along the axes of the frame.
std::array<double, 6> to_frame(const Compass& compass, const std::array<double, 6>& local);
std::array<double, 6> to_place(const Compass& compass, const std::array<double, 6>& of_frame);
Vector to_frame(const Compass& compass, const Vector& local);
Vector to_place(const Compass& compass, const Vector& of_frame);

}  // namespace unda::scenario
