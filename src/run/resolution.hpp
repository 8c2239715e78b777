// What the mesh makes of the waves on their way: the misfit to expect from numerical dispersion at the farthest receiver.
#pragma once

#include <string>

#include "run/experiment.hpp"

namespace unda::run {

struct ExpectedMisfit {
  double wavelengths = 0;  ///< shortest ones, from the source to its farthest receiver; 20 where there is none
  double misfit = 0;       ///< relative L2 of a trace there, if the slowest wave goes all the way
  std::string cause;       ///< of the largest part of it; empty: the speed of waves on the mesh
};

/// Of the source that suffers most; zero where no source has a highest frequency.
ExpectedMisfit expected_misfit(const Experiment& experiment);

}  // namespace unda::run
