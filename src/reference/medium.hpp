// A homogeneous isotropic medium, as the closed forms need it.
// A fluid has vs = 0; its sound speed c is vp.
#pragma once

namespace unda::reference {

struct Medium {
  double vp = 0;   ///< m/s
  double vs = 0;   ///< m/s
  double rho = 0;  ///< kg/m^3
};

}  // namespace unda::reference
