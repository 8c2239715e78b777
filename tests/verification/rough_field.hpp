// The hardest field to start from, another number at every point, and how much a simulation's energy grows.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "method/propagator.hpp"
#include "model/model.hpp"

namespace unda::verification {

/// Rough: another number at every point.
inline double noise(const Vector& x, int component) {
  const double v = std::sin(645.9 * x[0] + 3911.7 * x[1] + 1885.9 * x[2] + 3.1 * component) * 43758.5453;
  return v - std::floor(v) - 0.5;
}

/// In fluids the stress is a pressure.
inline method::StartingField rough_field(const model::Model& model) {
  return {[](const Vector& x, double) {
            return Vector{noise(x, 0), noise(x, 1), noise(x, 2)};
          },
          [&model](const Vector& x, double) {
            const double p = noise(x, 3);
            if (model.at(x).vs == 0) return std::array<double, 6>{p, p, p, 0, 0, 0};
            return std::array<double, 6>{p, noise(x, 4), noise(x, 5), noise(x, 6), noise(x, 7), noise(x, 8)};
          }};
}

/// The largest energy after a step over that before it.
inline double growth_of_energy(method::Simulation& simulation, int n_steps) {
  double growth = 0, before = simulation.energy();
  for (int n = 0; n < n_steps; ++n) {
    simulation.advance();
    const double energy = simulation.energy();
    growth = std::max(growth, energy / before);
    before = energy;
  }
  return growth;
}

}  // namespace unda::verification
