// A smooth step from 1 to 0: the integral of a Kaiser window. What a sum over wavenumbers loses by ending with it stays
// local: at a distance r from the source the loss falls to about 1e-9 once the width of the step exceeds `fade_phase`/r.
#pragma once

#include <vector>

namespace unda::reference {

/// Width of the step times distance, in radians, for the loss above.
inline constexpr double fade_phase = 50;

class Fade {
 public:
  Fade();
  /// 1 for x <= 0, 0 for x >= 1.
  double operator()(double x) const;

 private:
  std::vector<double> table_;
};

const Fade& fade();

}  // namespace unda::reference
