// A kinematic rupture: points of a fault that slip, each with its own mechanism and slip rates. SI units, this program's
// frame; shared by all who look at it, as it may be large.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/vector.hpp"

namespace unda::scenario {

/// A piece of fault around a point. Slip rates are in three directions: along the rake, 90 degrees from it in the plane, and
/// along the normal of the fault (opening).
struct FaultPoint {
  Vector position{0, 0, 0};  ///< z is top of the domain - depth on a flat top; else it follows from the mesh
  double depth = 0;          ///< below the surface, m
  double strike = 0, dip = 0, rake = 0;  ///< degrees; strike from north to east, as Aki and Richards have them
  double area = 0;                       ///< m^2
  double vs = 0, rho = 0;                ///< of the file, m/s and kg/m^3; 0: those of the model
  std::array<double, 3> slip{0, 0, 0};   ///< in all, m; as the file says it
  double start = 0;                      ///< of the slip, s
  double interval = 0;                   ///< of the samples, s
  double rise = 0;               ///< without samples: the slip takes so long, s; 0: by the scenario's time function
  std::size_t first_sample = 0;  ///< in FiniteFault::rates
  std::array<std::uint32_t, 3> n_samples{0, 0, 0};  ///< of each direction, one after another
  int line = 0;                                     ///< in the file

  bool slips(std::size_t direction) const { return interval > 0 ? n_samples[direction] > 0 : slip[direction] != 0; }
};

struct FiniteFault {
  std::filesystem::path file;
  std::vector<FaultPoint> points;
  std::vector<float> rates;  ///< slip rates of all points, m/s

  /// Slip per unit of mu (or lambda), as moment: unit normal, and unit vector of a direction of slip; x east, y north, z up.
  static Vector normal(const FaultPoint& point);
  static Vector direction(const FaultPoint& point, std::size_t direction);
};

/// The moment tensor xx yy zz xy xz yz in N m of one metre of slip: area (lambda (n.d) I + mu (d n + n d)).
std::array<double, 6> moment_of_slip(const FaultPoint& point, std::size_t direction, double lambda, double mu);

}  // namespace unda::scenario
