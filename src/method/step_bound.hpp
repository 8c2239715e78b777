// What bounds the largest stable step: the place where waves cross an element, or go from one grid point to the next, in the shortest
// time. Its words are those of unda plan and of report.json, for every method.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "base/vector.hpp"

namespace unda::method {

struct StepBound {
  enum class Between { grid_points, faces };

  Vector position{NAN, NAN, NAN};  ///< m; not a number along axes where it is the same everywhere
  double speed = 0;                ///< m/s, of the fastest wave there
  double fastest = 0;              ///< m/s, anywhere
  Between between = Between::faces;
  double shortest = 0, longest = 0;  ///< m: edges of the element, or spacings of the grid
  bool is_smallest = false;          ///< of all elements
  bool is_in_layer = false;          ///< an absorbing one
  std::int64_t n_alike = 1;          ///< elements that bound the step as much, as far as they are known
  int n_steps = 1;                   ///< of such an element in one of the run, where steps are local
  double relaxation_time = 0;        ///< s, where no element but the shortest of a relaxation mechanism bounds the step

  std::string words() const;
};

}  // namespace unda::method
