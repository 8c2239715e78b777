// The elements that mesh.max_frequency asks for.
#include <cmath>

#include <gtest/gtest.h>

#include "sem/dispersion.hpp"
#include "sem/misfit_parts.hpp"
#include "sem/refinement.hpp"

namespace unda::sem::resolution_test {
namespace {

constexpr double highest = 10;  // Hz

scenario::Scenario soft_over_rock(double interface) {
  scenario::Scenario s;
  s.domain.dim = 2;
  s.domain.extent[0] = {0, 2000};
  s.domain.extent[2] = {-1000, 0};
  s.boundary.fill(scenario::BoundaryKind::absorbing);
  s.boundary[top] = scenario::BoundaryKind::free;
  s.model.kind = scenario::ModelKind::layers;
  s.model.layers = {{0, {1200, 500, 1800, 0, 0, {}}}, {interface, {3400, 2000, 2400, 0, 0, {}}}};
  s.mesh.max_frequency = highest;
  s.time.duration = 2;
  s.time.sample_interval = 0.01;
  s.sources.emplace_back();
  s.sources[0].kind = scenario::SourceKind::moment_tensor;
  s.sources[0].position = {1000, 0, -500};
  s.sources[0].moment = {1, 1, 1, 0, 0, 0};
  s.receivers.emplace_back();
  s.receivers[0].positions = {{300, 0, 0}, {1700, 0, 0}};
  s.receivers[0].quantities = {scenario::Quantity::velocity};
  return s;
}

scenario::Scenario uniform() {
  scenario::Scenario s = soft_over_rock(-100);
  s.model.kind = scenario::ModelKind::uniform;
  s.model.uniform = {1200, 690, 1800, 0, 0, {}};
  return s;
}

mesh::Levels levels_of(const scenario::Scenario& s) { return chosen_levels(s, *model::make_model(s)); }

/// Every degree has the error of the fourth at 0.8 wavelengths, or as near as steps of its size come, but the lowest, whose points no
/// longer tell waves apart before.
TEST(Resolution, IsTheSameErrorAtEveryDegree) {
  const double allowed = phase_error(4, 0.8);
  for (int degree = 1; degree <= 10; ++degree) {
    const double size = wavelengths_per_element(degree);
    EXPECT_LE(phase_error(degree, size), allowed * 1.001) << degree;
    if (degree == 1) continue;
    EXPECT_GT(size, 1.05 * wavelengths_per_element(degree - 1)) << degree;
    if (size < degree / M_PI) {
      EXPECT_GT(phase_error(degree, size + 0.006), allowed) << degree;
    }
  }
}

TEST(Resolution, FollowsTheSlowestWave) {
  for (const int degree : {2, 4, 7}) {
    scenario::Scenario s = uniform();
    s.sources.clear();
    s.solver.sem.degree = degree;
    const double asked = wavelengths_per_element(degree) * 690 / highest;
    const mesh::Levels levels = levels_of(s);
    EXPECT_LE(levels.edge(0), asked * (1 + 1e-9)) << degree;
    EXPECT_GT(levels.edge(0), 0.9 * asked) << degree;
  }
}

/// Each layer has elements of its own height.
TEST(Resolution, IsCoarserInRock) {
  scenario::Scenario s = soft_over_rock(-200);
  s.sources.clear();
  const mesh::Levels levels = levels_of(s);
  const double rock = levels.plane[1] - levels.plane[0], soft = levels.plane.back() - *(levels.plane.end() - 2);
  EXPECT_GT(rock, 2 * soft);
}

/// S waves in soft ground, which go far in it.
TEST(Resolution, TakesMoreWhereTracesWouldBeTooFarOff) {
  scenario::Scenario s = soft_over_rock(-200), without = s;
  without.sources.clear();
  const double plain = levels_of(without).edge(0);
  s.sources[0].position[2] = -60;
  s.sources[0].moment = {0, 0, 0, 0, 1, 0};
  const double width = levels_of(s).edge(0);
  EXPECT_LT(width, 0.97 * plain);
  EXPECT_GT(width, 0.45 * plain);
}

TEST(Resolution, LeavesAGivenSpacingAlone) {
  scenario::Scenario s = soft_over_rock(-200);
  s.mesh.spacing = 125;
  EXPECT_EQ(levels_of(s).edge(0), 125);
}

}  // namespace
}  // namespace unda::sem::resolution_test
