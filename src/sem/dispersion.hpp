// How well elements of a degree carry waves, and from that how large they may be.
#pragma once

#include "reference/layered/disturbed_waves.hpp"

namespace unda::sem {

/// The relative error of the speed of a plane wave along a row of elements, each `wavelengths` of it long; time is exact.
double phase_error(int degree, double wavelengths);

/// Errors of the speeds of plane waves on elements of hx by hz, for power laws of the wavenumbers that hold up to about 0.2 wavelengths
/// a degree: along one axis a wave of wavenumber k is slower by c (k h)^2N at degree N, and in two dimensions the errors of both axes add up.
/// S waves are also held by the stiffness against compression, as derivatives that should cancel have errors of their own: they are
/// faster by
///   2 N c r q ((kx hx)^2N + (kz hz)^2N)/(1 + 0.18 r q n^4),  r = (vp/vs)^2 - 1,  q = kx^2 kz^2/k^4,  n = k max(hx, hz)/(0.3 pi N).
class ElementDispersion {
 public:
  /// `wavelengths`: the largest number of the shortest waves in an element; c is made for these, or for fewer points where they are few.
  explicit ElementDispersion(int degree, double wavelengths = 0);
  /// `ratio`: vp/vs, 0 in fluids. kz2 are squares of vertical wavenumbers, negative where waves fall off.
  reference::SpeedErrors errors(double hx, double hz, double ratio, double k, reference::Complex kz2_p,
                                reference::Complex kz2_s) const;

 private:
  int degree_;
  double c_;
};

/// The largest elements, in shortest wavelengths, with the error of degree 4 at 0.8.
double wavelengths_per_element(int degree);

}  // namespace unda::sem
