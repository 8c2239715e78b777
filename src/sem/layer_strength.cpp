// Absorbing layers for fluids, hard ground and soft ground.
#include "sem/layer_strength.hpp"

#include <algorithm>
#include <cmath>

namespace unda::sem {
namespace {

// At a slant less is taken away: the power of what is left over is the cosine of the angle of incidence. Nothing guided grows in
// fluids. Viscosity is for waves far above the band, which the mesh makes: in layers some of them grow.
constexpr LayerStrength in_fluids{1e-5, 2, 0.05, 1, 2, 0, 0, 0.01};
constexpr LayerStrength in_hard_ground{1e-4, 2, 0.08, 1, 2, 0.001, 0, 0.01};
/// A guided wave whose group and phase velocities are opposite grows in a layer at the rate |v_g/v_p| w^2/(alpha^2 + w^2) d/k. alpha hides
/// the layers from the long ones, a large k takes growth away where absorption remains, and plain damping ends the rest. Both must not
/// begin early: k makes short waves shorter than elements resolve while they are still strong (k - 1 as the square of the depth sent
/// 0.08 of them back, as the fourth power 0.02), plain damping sends long waves back. Found among 241 sets of numbers over 30,000 steps.
constexpr LayerStrength in_soft_ground{1e-5, 3, 0.7, 30, 4, 0.09, 3, 0.01};

/// Of the speed that rates are made for to the slowest: more of it reflects slow waves where they enter.
constexpr double highest_contrast = 15;

double between(double hard, double soft, double softness) { return hard + softness * (soft - hard); }

}  // namespace

LayerStrength layer_strength(const model::Extremes& earth, double soft) {
  if (!earth.any_solid) return in_fluids;
  const LayerStrength &h = in_hard_ground, &s = in_soft_ground;
  const auto at = [&](double LayerStrength::*number) { return between(h.*number, s.*number, soft); };
  return {at(&LayerStrength::left_over),   at(&LayerStrength::power),         at(&LayerStrength::alpha),
          at(&LayerStrength::stretch),     at(&LayerStrength::stretch_power), at(&LayerStrength::plain),
          at(&LayerStrength::plain_power), at(&LayerStrength::viscosity)};
}

/// 8 in hard ground, 40 in soft ground, and up to 64 where rock is 36 times as fast as what lies on it: a soft layer on rock of 37 times
/// its speed sent 0.052 back from 40 points and 0.034 from 56, one of 35 times 0.040 and 0.035.
int default_layer_points(const model::Extremes& earth) {
  const double contrast = earth.vp_max / earth.slowest;
  return 8 + static_cast<int>(std::lround(32 * method::softness(earth) +
                                          (earth.any_solid ? 24 * std::clamp((contrast - 20) / 16, 0.0, 1.0) : 0.0)));
}

double absorbed_speed(const model::Extremes& earth) { return std::min(earth.vp_max, highest_contrast * earth.slowest); }

method::ExpectedEcho expected_echo(const model::Extremes& earth) {
  const double soft = method::softness(earth);
  // Of 27 models without water up to 0.033, of nine with it 0.013 to 0.076.
  const double in_soft = earth.any_fluid ? 0.08 : 0.035;
  return {between(0.006, in_soft, soft), between(0.025, in_soft, soft), soft > 0};
}

}  // namespace unda::sem
