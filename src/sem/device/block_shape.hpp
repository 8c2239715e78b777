// How much of an element a block of threads of a GPU has in shared memory at a time.
#pragma once

namespace unda::sem {

/// Planes of points whose fluxes lie in shared memory together: all of an element where it is small, so that threads wait for each other
/// once a layer.
template <class Real>
constexpr int planes_at_once(int n) {
  return n <= 5 && sizeof(Real) == sizeof(float) ? n : 1;
}
/// Planes of fluxes: those that are written while others may still be read.
template <class Real>
constexpr int flux_planes(int n) {
  return planes_at_once<Real>(n) == n ? n : 2 * planes_at_once<Real>(n);
}

}  // namespace unda::sem
