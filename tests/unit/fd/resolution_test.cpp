// The spacing that mesh.max_frequency asks for.
#include "fd/resolution.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace unda::fd::resolution_test {
namespace {

scenario::Scenario soft_over_rock(double interface) {
  scenario::Scenario s;
  s.domain.dim = 2;
  s.domain.extent[0] = {0, 2000};
  s.domain.extent[2] = {-1000, 0};
  s.boundary.fill(scenario::BoundaryKind::absorbing);
  s.model.kind = scenario::ModelKind::layers;
  s.model.layers = {{0, {1200, 500, 1800, 0, 0, {}}}, {interface, {3400, 2000, 2400, 0, 0, {}}}};
  s.mesh.max_frequency = 10;
  s.sources.emplace_back();
  s.sources[0].position = {1000, 0, -500};
  return s;
}

TEST(Resolution, TakesFivePointsInUniformGround) {
  scenario::Scenario s = soft_over_rock(-100);
  s.model.kind = scenario::ModelKind::uniform;
  s.model.uniform = s.model.layers[0].material;
  const Spacing spacing = chosen_spacing(s, *model::make_model(s));
  EXPECT_NEAR(spacing.level, 10, 0.03);
  EXPECT_EQ(spacing.level, spacing.vertical);
  EXPECT_FALSE(is_refined(s, *model::make_model(s), make_grid(s, spacing, 0)));
}

TEST(Resolution, TakesMoreWhereInterfacesAskForIt) {
  const scenario::Scenario s = soft_over_rock(-100);
  const Spacing spacing = chosen_spacing(s, *model::make_model(s));
  EXPECT_LT(spacing.level, 9.6);
  EXPECT_GT(spacing.level, 4.9);
  EXPECT_TRUE(is_refined(s, *model::make_model(s), make_grid(s, spacing, 0)));
}

/// A quarter to half a cell above a plane of nodes, which lies in the rock.
TEST(Resolution, PlacesInterfacesWellInTheirCells) {
  for (const double interface : {-97.0, -101.5, -103.0, -106.0, -143.0}) {
    const scenario::Scenario s = soft_over_rock(interface);
    const Spacing spacing = chosen_spacing(s, *model::make_model(s));
    const double index = (interface + 1000) / spacing.vertical, place = index - std::floor(index);
    EXPECT_GT(place, 0.1) << interface;
    EXPECT_LT(place, 0.6) << interface;
    EXPECT_LE(spacing.vertical, spacing.level * (1 + 1e-9)) << interface;
    EXPECT_NEAR(1000 / spacing.vertical, std::round(1000 / spacing.vertical), 1e-9) << interface;
  }
}

TEST(Resolution, LeavesAGivenSpacingAlone) {
  scenario::Scenario s = soft_over_rock(-100);
  s.mesh.spacing = 12.5;
  const Spacing spacing = chosen_spacing(s, *model::make_model(s));
  EXPECT_EQ(spacing.level, 12.5);
  EXPECT_EQ(spacing.vertical, 12.5);
}

/// By the ratio of the fastest speed, 3400 m/s, and the slowest.
TEST(Resolution, AbsorbingLayersAreThickerInSoftGround) {
  const auto points = [](double vs) {
    scenario::Scenario s = soft_over_rock(-100);
    s.model.layers[0].material.vs = vs;
    return absorbing_points(s, *model::make_model(s));
  };
  EXPECT_EQ(points(850), 12);
  EXPECT_EQ(points(400), 32);
  EXPECT_EQ(points(160), 32);
  EXPECT_EQ(points(120), 52);
}

}  // namespace
}  // namespace unda::fd::resolution_test
