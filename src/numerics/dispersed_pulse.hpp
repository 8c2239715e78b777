// A source's pulse after waves of slightly wrong speed have carried it: how far it is from the true one.
#pragma once

#include <vector>

#include "numerics/time_function.hpp"

namespace unda::numerics {

/// Far from a source traces look like s'(t).
class DispersedPulse {
 public:
  explicit DispersedPulse(const TimeFunction& s);

  /// Relative L2 misfit after so many wavelengths of the highest frequency F with a speed that is off by the part `speed_error` at
  /// F and by (f/F)^order of it at f.
  double misfit(double wavelengths, double speed_error, double order) const;

 private:
  std::vector<double> power_;  ///< of the spectrum, at even frequencies from the first on
  double step_ = 0;            ///< between them, in units of F
};

}  // namespace unda::numerics
