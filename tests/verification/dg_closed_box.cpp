// A box that nothing leaves, by discontinuous Galerkin: the energy never grows, from any field, whatever the faces are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "exact_field.hpp"

namespace unda::verification {
namespace {

/// Rough: another number at every point.
double noise(const Vector& x, int component) {
  const double v = std::sin(645.9 * x[0] + 3911.7 * x[1] + 1885.9 * x[2] + 3.1 * component) * 43758.5453;
  return v - std::floor(v) - 0.5;
}

/// The largest energy after a step over that before it.
double largest_growth(const std::string& faces, const std::string& layers, int order) {
  const auto s = scenario_from(
      fmt::format("[domain]\nx = [0, 3]\ny = [0, 3]\nz = [-4, 0]\n[boundary]\n{}\n[model]\nkind = 'layers'\n{}"
                  "[time]\nduration = 1\n[mesh]\nspacing = 1\n[solver]\nmethod = 'dg'\nprecision = "
                  "'double'\n[solver.dg]\norder = {}\n",
                  faces, layers, order));
  run::Experiment e = run::prepare(s);
  run::start(e);
  e.propagator->start_from({[](const Vector& x, double) {
                              return Vector{noise(x, 0), noise(x, 1), noise(x, 2)};
                            },
                            [&e](const Vector& x, double) {
                              const double p = noise(x, 3);
                              if (e.model->at(x).vs == 0) return std::array<double, 6>{p, p, p, 0, 0, 0};
                              return std::array<double, 6>{p,           noise(x, 4), noise(x, 5),
                                                           noise(x, 6), noise(x, 7), noise(x, 8)};
                            }});
  double growth = 0, before = e.propagator->energy();
  for (int n = 0; n < 80; ++n) {
    e.propagator->advance();
    const double energy = e.propagator->energy();
    growth = std::max(growth, energy / before);
    before = energy;
  }
  return growth;
}

const std::string solid = "[[model.layer]]\ntop = 0\nvp = 2\nvs = 1.1\nrho = 1\n";
const std::string fluid = "[[model.layer]]\ntop = 0\nvp = 1.5\nvs = 0\nrho = 1\n";
const std::string fluid_on_solid = fluid + "[[model.layer]]\ntop = -2\nvp = 2.5\nvs = 1.4\nrho = 2\n";

TEST(DgClosedBox, EnergyNeverGrows) {
  for (const std::string faces : {"default = 'free'", "default = 'rigid'", "default = 'periodic'",
                                  "default = 'absorbing'", "default = 'rigid'\ntop = 'free'"})
    for (const std::string& layers : {solid, fluid, fluid_on_solid})
      EXPECT_LT(largest_growth(faces, layers, 4), 1 + 1e-12) << faces << layers;
}

TEST(DgClosedBox, EnergyNeverGrowsAtOtherOrders) {
  for (const int order : {2, 3, 5, 8}) {
    EXPECT_LT(largest_growth("default = 'periodic'", solid, order), 1 + 1e-12) << "order " << order;
    EXPECT_LT(largest_growth("default = 'rigid'", fluid, order), 1 + 1e-12) << "order " << order;
  }
}

}  // namespace
}  // namespace unda::verification
