// Attenuation by discontinuous Galerkin against the law of constant Q: plane waves over a decade of frequency, point sources in a full
// space, layers under a free surface, and energy that never grows.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "plane_wave_law.hpp"
#include "rough_field.hpp"

namespace unda::verification::dg_attenuation_test {
namespace {

const std::string dg = "[solver]\nmethod = 'dg'\n[solver.dg]\nabsorbing_elements = 0\n";

TEST(DgAttenuation, PlaneWavesInAFluid) { expect_law_along({.vp = 1500, .vs = 0, .qp = 30, .qs = 0}, dg); }
TEST(DgAttenuation, PlanePWaves) { expect_law_along({.vp = 2000, .vs = 1200, .qp = 40, .qs = 20, .boxes = 2.5}, dg); }
TEST(DgAttenuation, PlaneSWaves) { expect_law_along({.vp = 2000, .vs = 1200, .qp = 40, .qs = 20, .shear = true}, dg); }

/// A double couple and a force, so far from the faces that nothing comes back in time; all quantities but pressure.
TEST(DgAttenuation, PointSourcesInAFullSpace) {
  const auto report = closed_form_misfit(example_scenario(
      "verification/full_space_3d.toml",
      {"model.qp=40", "model.qs=20", "model.reference_frequency=8", "solver.method=dg", "mesh.dg.spacing=144.1",
       "solver.dg.absorbing_elements=0", "domain.x=[-118.3, 1753.7]", "domain.y=[-212.7, 1515.3]",
       "domain.z=[-2262.1, -534.1]", "source[0].time_function.delay=0.3", "source[1].time_function.delay=0.3",
       "time.duration=0.6", "receivers.quantities=['velocity', 'displacement', 'acceleration']",
       "receivers.positions=[[1063.7, 651.3, -1398.1], [963.7, 851.3, -1198.1], [1020.3, 780.2, -1560.9]]"}));
  std::printf("%s: misfit %.4f, worst %.4f at %s\n", report.description.c_str(), report.misfit, report.worst,
              report.worst_label.c_str());
  EXPECT_LT(report.worst, 0.02);
}

/// Water that attenuates on soft ground that does, on rock that does not: blocks of all kinds, pressures too.
TEST(DgAttenuation, Layers) {
  const auto report = closed_form_misfit(scenario_from(
      "[domain]\nx = [-700, 1000]\ny = [-750, 850]\nz = [-1000, 0]\n[model]\nkind = 'layers'\n"
      "reference_frequency = 4\n"
      "[[model.layer]]\ntop = 0\nvp = 1500\nvs = 0\nrho = 1000\nqp = 60\n"
      "[[model.layer]]\ntop = -200\nvp = 2200\nvs = 1200\nrho = 2000\nqp = 40\nqs = 20\n"
      "[[model.layer]]\ntop = -500\nvp = 3200\nvs = 1800\nrho = 2300\n"
      "[boundary]\ntop = 'free'\n[[source]]\nkind = 'explosion'\nposition = [0, 0, -100]\nmoment = 1e12\n"
      "time_function = { kind = 'ricker', frequency = 3, delay = 0.4 }\n"
      "[[receivers]]\npositions = [[300, 200, -60], [350, -100, -300]]\nquantities = ['velocity', 'pressure']\n"
      "[time]\nduration = 1\n[mesh]\nmax_frequency = 6\n[solver]\nmethod = 'dg'\n"
      "[solver.dg]\nabsorbing_elements = 0\n"));
  std::printf("layers: misfit %.4f, worst %.4f at %s\n", report.misfit, report.worst, report.worst_label.c_str());
  EXPECT_LT(report.worst, 0.02);
}

/// The largest energy after a step over that before it, from a rough field on; strong attenuation at all frequencies of the mesh.
double largest_growth(const std::string& faces, const std::string& layers, int order, int n_steps) {
  run::Experiment e = run::prepare(scenario_from(fmt::format(
      "[domain]\nx = [0, 3]\ny = [0, 3]\nz = [-4, 0]\n[boundary]\n{}\n[model]\nkind = 'layers'\nreference_frequency = "
      "1\n"
      "attenuation = {{ band = [0.2, 2] }}\n{}[time]\nduration = 1\n[mesh]\nspacing = 1\n[solver]\nmethod = 'dg'\n"
      "precision = 'double'\n[solver.dg]\norder = {}\nabsorbing_elements = 0\n",
      faces, layers, order)));
  const auto simulation = run::start(e, rough_field(*e.model)).simulation;
  const double at_first = simulation->energy(), growth = growth_of_energy(*simulation, n_steps);
  const double at_last = simulation->energy();
  EXPECT_LT(at_last, 0.6 * at_first) << faces << layers;
  EXPECT_GT(at_last, 0) << faces << layers;
  return growth;
}

TEST(DgAttenuation, EnergyNeverGrows) {
  const std::string solid = "[[model.layer]]\ntop = 0\nvp = 2\nvs = 1.1\nrho = 1\nqp = 10\nqs = 5\n",
                    elastic = "[[model.layer]]\ntop = -2\nvp = 2.5\nvs = 1.4\nrho = 2\n",
                    fluid = "[[model.layer]]\ntop = 0\nvp = 1.5\nvs = 0\nrho = 1\nqp = 5\n";
  for (const std::string faces :
       {"default = 'free'", "default = 'rigid'", "default = 'periodic'", "default = 'absorbing'"})
    for (const std::string& layers : {solid, fluid, fluid + elastic, solid + elastic})
      for (const int order : {2, 5}) EXPECT_LT(largest_growth(faces, layers, order, 60), 1 + 1e-12) << faces << layers;
  EXPECT_LT(largest_growth("default = 'free'", solid, 2, 4000), 1 + 1e-12);
}

}  // namespace
}  // namespace unda::verification::dg_attenuation_test
