// What the mesh makes of the waves on their way: the misfit to expect from numerical dispersion at the farthest receiver.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "run/experiment.hpp"

namespace unda::run {

struct ExpectedMisfit {
  double wavelengths = 0;  ///< shortest ones, from the source to its farthest receiver; 20 where there is none
  double misfit = 0;       ///< relative L2 of a trace there, if the slowest wave goes all the way
  std::string cause;       ///< of the largest part of it; empty: the speed of waves on the mesh
  std::vector<std::pair<std::string, double>> parts = {};  ///< by cause; their squares add up
};

/// Where a method tells what comes of the speed of waves on its mesh, by a part without a cause, that counts, and elsewhere what the
/// slowest wave would suffer on the whole way. Of the source that suffers most; zero where no source has a highest frequency.
ExpectedMisfit expected_misfit(const Experiment& experiment);

}  // namespace unda::run
