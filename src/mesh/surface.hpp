// The top of the domain: flat, or elevations on a grid with straight lines between them. Owned by the levels.
#pragma once

#include <array>
#include <vector>

#include "base/vector.hpp"
#include "scenario/scenario.hpp"

namespace unda::mesh {

class Surface {
 public:
  /// Reads domain.topography where there is one. Throws InputError where it does not cover the domain or reaches its bottom.
  explicit Surface(const scenario::Scenario& scenario);

  bool is_flat() const { return elevation_.empty(); }
  /// z of the surface at (x, y); beyond the elevations that of the nearest.
  double height(double x, double y) const;
  /// Over the elevations that the domain meets; z of the top where it is flat.
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }
  /// Where it is lowest.
  const Vector& lowest_point() const { return lowest_point_; }

 private:
  void read(const scenario::Scenario& scenario);
  void check_cover(const scenario::Scenario& scenario) const;
  void find_extremes(const scenario::Scenario& scenario);
  double coordinate(int side, int index) const { return origin_[side] + index * spacing_[side]; }

  std::vector<double> elevation_;  ///< [y][x]
  std::array<int, 2> n_{1, 1};
  std::array<double, 2> origin_{0, 0}, spacing_{1, 1};
  double lowest_ = 0, highest_ = 0;
  Vector lowest_point_{};
};

}  // namespace unda::mesh
