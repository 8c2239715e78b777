// How waves cross elements of any mesh: where fastest, which tells what bounds the time step, and how slowly at most, for the resolution.
#pragma once

#include <span>

#include "method/step_bound.hpp"
#include "sem/unstructured/whole_mesh.hpp"

namespace unda::sem {

class ElementCrossing {
 public:
  /// `materials`: of the element, or of its points.
  void include(const WholeMesh& whole, std::size_t element, std::span<const physics::Material> materials);
  /// Of elements of other parts of the mesh.
  void include(const ElementCrossing& other);
  /// Of those of all ranks. What concerns the model is not filled in. Collective.
  method::StepBound of_all(const WholeMesh& whole, const parallel::Communicator& ranks) const;
  /// Of the slowest wave along the longest edge, s.
  double longest_time() const { return longest_time_; }

 private:
  double rate_ = 0;  ///< fastest wave over the edges, squared, 1/s^2
  std::size_t element_ = 0;
  double speed_ = 0;                   ///< of that wave, m/s
  double shortest_ = 0, longest_ = 0;  ///< its edges, m
  double longest_time_ = 0;
  double shortest_of_all_ = HUGE_VAL;  ///< edge of any, m
};

}  // namespace unda::sem
