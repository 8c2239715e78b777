// The top of the domain: flat, or elevations on a grid with straight lines between them. Owned by the levels.
#pragma once

#include <memory>

#include "model/elevations.hpp"

namespace unda::mesh {

class Surface {
 public:
  /// Reads domain.topography where there is one. Throws InputError where it does not cover the domain or reaches its bottom.
  explicit Surface(const scenario::Scenario& scenario);

  bool is_flat() const { return elevations_ == nullptr; }
  /// z of the surface at (x, y); beyond the elevations that of the nearest.
  double height(double x, double y) const { return is_flat() ? level_ : elevations_->height(x, y); }
  /// Over the elevations that the domain meets; z of the top where it is flat.
  double lowest() const { return is_flat() ? level_ : elevations_->lowest(); }
  double highest() const { return is_flat() ? level_ : elevations_->highest(); }
  /// Where it is lowest.
  Vector lowest_point() const { return is_flat() ? Vector{0, 0, level_} : elevations_->lowest_point(); }
  const std::shared_ptr<const model::Elevations>& elevations() const { return elevations_; }

 private:
  std::shared_ptr<const model::Elevations> elevations_;  ///< none: flat
  double level_ = 0;
};

}  // namespace unda::mesh
