// Heights on a grid with straight lines between them: the top of the domain, or a surface between two layers.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/vector.hpp"
#include "scenario/scenario.hpp"

namespace unda::model {

class Elevations {
 public:
  /// `key`: of the scenario, for messages. Throws InputError where the file does not hold elevations that cover the domain.
  Elevations(const scenario::Scenario& scenario, const scenario::Topography& surface, const std::string& key);

  /// z at (x, y); beyond the elevations that of the nearest.
  double height(double x, double y) const;
  /// Of the elevations that the domain meets: those within it and the first beyond on each side.
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }
  const Vector& lowest_point() const { return lowest_point_; }
  /// Coordinates of the elevations along x or y within an interval, and its ends: between these the surface is linear along the axis.
  std::vector<double> coordinates(int side, const scenario::Interval& interval) const;

 private:
  void read(const scenario::Scenario& scenario, const scenario::Topography& surface, const std::string& key);
  void check_cover(const scenario::Scenario& scenario, const std::string& key) const;
  void find_extremes(const scenario::Scenario& scenario);
  double coordinate(int side, int index) const { return origin_[side] + index * spacing_[side]; }

  std::vector<double> elevation_;  ///< [y][x]
  std::array<int, 2> n_{1, 1};
  std::array<double, 2> origin_{0, 0}, spacing_{1, 1};
  double lowest_ = 0, highest_ = 0;
  Vector lowest_point_{};
};

/// A level, or elevations.
struct Boundary {
  std::shared_ptr<const Elevations> surface = {};  ///< none: level
  double level = 0;

  bool is_level() const { return surface == nullptr; }
  double height(double x, double y) const { return surface ? surface->height(x, y) : level; }
  double lowest() const { return surface ? surface->lowest() : level; }
  double highest() const { return surface ? surface->highest() : level; }
};

/// How far one lies above another over the domain.
struct Gap {
  double least = 0, most = 0;
  Vector at{};  ///< x, y where it is least
};
Gap gap_between(const Boundary& lower, const Boundary& upper, const scenario::Domain& domain);

}  // namespace unda::model
