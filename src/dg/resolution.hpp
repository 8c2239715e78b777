// What a mesh does to waves on their way.
#pragma once

#include <array>
#include <cmath>

namespace unda::dg {

/// The edge of a box in shortest wavelengths that keeps a Ricker wavelet within 2 % over 20 of them.
inline double wavelengths_of_an_edge(int order) {
  constexpr std::array<double, 7> by_order{0.062, 0.20, 0.40, 0.63, 0.88, 1.09, 1.43};
  return by_order[static_cast<std::size_t>(order - 2)];
}

/// The relative error of a wave's complex speed, of which the greater part is damping, where the boxes that hold six elements
/// have edges of `edge` wavelengths: error at a reference edge and its power, fitted to plane P and S waves in periodic boxes
/// over 5 wavelengths.
struct SpeedError {
  double error;  ///< relative
  double power;  ///< of the frequency
};
inline SpeedError speed_error(int order, double edge) {
  struct Fit {
    double edge, error, power;
  };
  constexpr std::array<Fit, 7> by_order{{{0.217, 2.9e-2, 2.7},
                                         {0.289, 5.4e-3, 3.8},
                                         {0.433, 2.7e-3, 5.3},
                                         {0.577, 1.3e-3, 7.2},
                                         {0.577, 7.5e-5, 8.6},
                                         {0.866, 3.4e-4, 9.0},
                                         {0.866, 4.4e-5, 8.2}}};
  const Fit& fit = by_order[static_cast<std::size_t>(order - 2)];
  return {std::fmin(1.0, fit.error * std::pow(edge / fit.edge, fit.power)), fit.power};
}

}  // namespace unda::dg
