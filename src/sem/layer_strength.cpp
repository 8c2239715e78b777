// Absorbing layers for fluids, hard ground and soft ground.
#include "sem/layer_strength.hpp"

#include <algorithm>

namespace unda::sem {
namespace {

// At a slant less is taken away: the power of what is left over is the cosine of the angle of incidence. Nothing guided grows in
// fluids. Viscosity is for waves far above the band, which the mesh makes: in layers some of them grow.
constexpr LayerStrength in_fluids{1e-5, 2, 0.05, 1, 0, 0.01};
constexpr LayerStrength in_hard_ground{1e-4, 2, 0.08, 1, 0.001, 0.01};
/// Slow waves are taken away at once: the higher power lets them in gently, the long waves of the rock do not notice. The guided waves
/// that grow are long: alpha hides the layers from them, and the plain damping takes what is left of the growth. With alpha at 0.52
/// and half of the plain damping soft layers of 2.5 shortest wavelengths on rock grew within 8,000 steps, with alpha at 0.9 they hardly
/// fell. The plain damping is what sends long waves back.
constexpr LayerStrength in_soft_ground{1e-6, 3, 0.9, 3, 0.002, 0.01};

/// Of the speed that rates are made for to the slowest: more of it reflects slow waves where they enter.
constexpr double highest_contrast = 15;

double between(double hard, double soft, double softness) { return hard + softness * (soft - hard); }

}  // namespace

LayerStrength layer_strength(const model::Extremes& earth) {
  if (!earth.any_solid) return in_fluids;
  const LayerStrength &h = in_hard_ground, &s = in_soft_ground;
  const double soft = method::softness(earth);
  return {between(h.left_over, s.left_over, soft), between(h.power, s.power, soft),
          between(h.alpha, s.alpha, soft),         between(h.stretch, s.stretch, soft),
          between(h.plain, s.plain, soft),         between(h.viscosity, s.viscosity, soft)};
}

int default_layer_points(const model::Extremes& earth) {
  return earth.any_solid ? std::clamp(static_cast<int>(2 * earth.vp_max / earth.slowest), 8, 16) : 8;
}

double absorbed_speed(const model::Extremes& earth) { return std::min(earth.vp_max, highest_contrast * earth.slowest); }

method::ExpectedEcho expected_echo(const model::Extremes& earth) {
  const double soft = method::softness(earth);
  return {between(0.006, 0.06, soft), between(0.025, 0.06, soft), soft > 0};
}

}  // namespace unda::sem
