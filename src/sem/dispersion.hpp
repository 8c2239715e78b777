// How well elements of a degree carry waves, and from that how large they may be.
#pragma once

namespace unda::sem {

/// The relative error of the speed of a plane wave along a row of elements, each `wavelengths` of it long; time is exact.
double phase_error(int degree, double wavelengths);

/// The largest elements, in shortest wavelengths, with the error of degree 4 at 0.8.
double wavelengths_per_element(int degree);

}  // namespace unda::sem
