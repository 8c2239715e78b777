// How strongly the absorbing layers of spectral elements absorb, by the contrast of speeds in the model.
#pragma once

#include "method/expected_echo.hpp"

namespace unda::sem {

struct LayerStrength {
  double left_over = 1e-4;   ///< of a wave that goes straight to the outer end and comes back
  double power = 2;          ///< of the depth with which rates grow
  double alpha = 0;          ///< over pi times the highest frequency: what is much slower is not absorbed
  double stretch = 1;        ///< k at the outer end
  double stretch_power = 2;  ///< of the depth with which k - 1 grows
  double plain = 0;          ///< the part of the rates over k that damps all fields alike, at the outer end
  double plain_power = 0;    ///< of the depth with which that part grows
  double viscosity = 0;      ///< over the period of the highest frequency, times 2 pi
};

/// `softness` of method::softness, that of the ground along a face.
LayerStrength layer_strength(const model::Extremes& earth, double softness);

/// Of the wave that `left_over` is meant for, m/s.
double absorbed_speed(const model::Extremes& earth);

/// Thickness in points of the polynomials.
int default_layer_points(const model::Extremes& earth);

/// What layers of the default thickness send back, as bench/edge_survey measured it.
method::ExpectedEcho expected_echo(const model::Extremes& earth);

}  // namespace unda::sem
