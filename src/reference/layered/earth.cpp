// Media at complex frequencies, and the slowest and fastest waves of a layered earth.
#include "reference/layered/earth.hpp"

#include <algorithm>
#include <cmath>

#include "physics/isotropic.hpp"
#include "reference/interface_waves.hpp"

namespace unda::reference {

ComplexMedium complex_medium(const EarthLayer& layer, double reference_frequency, Complex s) {
  ComplexMedium m;
  m.fluid = layer.medium.vs == 0;
  m.rho = layer.medium.rho;
  const Complex vp = layer.medium.vp * physics::velocity_factor(layer.quality.p, reference_frequency, s);
  const Complex vs = layer.medium.vs * physics::velocity_factor(layer.quality.s, reference_frequency, s);
  m.vp2 = vp * vp;
  m.vs2 = vs * vs;
  m.mu = m.rho * m.vs2;
  m.p_modulus = m.rho * m.vp2;
  m.lambda = physics::isotropic_by_p_modulus(m.p_modulus, m.mu).lambda;
  return m;
}

bool has_attenuation(const LayeredEarth& earth) {
  return std::any_of(earth.layers.begin(), earth.layers.end(),
                     [](const EarthLayer& layer) { return layer.quality.attenuates(); });
}

namespace {

/// mu/(1 - nu), by which a half-space resists a pressure p: p = stiffness k w for a normal displacement w. Half of it
/// times h^3/3 is the bending stiffness of a plate.
double surface_stiffness(const Medium& solid) {
  const double ratio = solid.vs / solid.vp;
  return 2 * solid.rho * solid.vs * solid.vs * (1 - ratio * ratio);
}

}  // namespace

GuidedWaves::GuidedWaves(const LayeredEarth& earth) {
  const std::size_t n_layers = earth.layers.size();
  for (std::size_t n = 0; n < n_layers; ++n) {
    const Medium& here = earth.layers[n].medium;
    slowness_ = std::max(slowness_, here.vs > 0 ? rayleigh_slowness(here) : 1 / here.vp);
    const Medium* above = n > 0 ? &earth.layers[n - 1].medium : nullptr;
    const Medium* below = n + 1 < n_layers ? &earth.layers[n + 1].medium : nullptr;
    if (above && (above->vs > 0) != (here.vs > 0))
      slowness_ = std::max(slowness_, here.vs > 0 ? scholte_slowness(*above, here) : scholte_slowness(here, *above));
    if (!below || (n == 0 && earth.surface == Surface::half_space)) continue;
    const double height = earth.layers[n].top - earth.layers[n + 1].top;
    const bool free_top = n == 0 && earth.surface == Surface::free;
    if (here.vs > 0 && below->vs == 0 && (free_top || (above && above->vs == 0)))
      plates_.push_back({surface_stiffness(here) * height * height * height / 6, here.rho * height,
                         below->rho + (above ? above->rho : 0)});
    if (here.vs == 0 && below->vs > 0 && above && above->vs > 0)
      cracks_.push_back(here.rho / height * (1 / surface_stiffness(*above) + 1 / surface_stiffness(*below)));
  }
}

/// Wavenumbers add up as squares: a plate is also sheared.
double GuidedWaves::largest_wavenumber(double frequency) const {
  const double square = frequency * frequency;
  double bending = 0;
  for (const Plate& plate : plates_) {
    double k = std::pow(square * plate.mass / plate.stiffness, 0.25);
    for (int i = 0; i < 40; ++i) k = std::pow(square * (plate.mass + plate.fluid_density / k) / plate.stiffness, 0.25);
    bending = std::max(bending, k);
  }
  for (const double crack : cracks_) bending = std::max(bending, std::cbrt(square * crack));
  return std::hypot(bending, frequency * slowness_);
}

double fastest_velocity(const LayeredEarth& earth) {
  double velocity = 0;
  for (const EarthLayer& layer : earth.layers) velocity = std::max(velocity, layer.medium.vp);
  return velocity;
}

}  // namespace unda::reference
