// The local map against lengths of the WGS84 ellipsoid, and against itself.
#include "scenario/projection.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace unda::scenario::test::projection_test {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double a = 6378137.0, f = 1 / 298.257223563, e2 = f * (2 - f);  // WGS84

/// Radii of curvature along the meridian and across it.
double meridian_radius(double lat) {
  return a * (1 - e2) / std::pow(1 - e2 * std::pow(std::sin(lat * degree), 2), 1.5);
}
double normal_radius(double lat) { return a / std::sqrt(1 - e2 * std::pow(std::sin(lat * degree), 2)); }

/// The arc of the meridian, by Simpson's rule.
double meridian_arc(double from, double to) {
  constexpr int n = 200;
  const double h = (to - from) / n;
  double sum = meridian_radius(from) + meridian_radius(to);
  for (int i = 1; i < n; ++i) sum += (i % 2 ? 4 : 2) * meridian_radius(from + i * h);
  return sum * h * degree / 3;
}

TEST(Projection, TheOriginIsZero) {
  const auto p = LocalProjection({37, 140}).to_map(37, 140);
  ASSERT_TRUE(p);
  EXPECT_NEAR(p->x, 0, 1e-6);
  EXPECT_NEAR(p->y, 0, 1e-6);
}

TEST(Projection, ADegreeOfLatitudeIsTheArcOfTheMeridian) {
  for (const double lat : {0.0, 37.0, -60.0, 88.0}) {
    const auto p = LocalProjection({lat, 140}).to_map(lat + 1, 140);
    ASSERT_TRUE(p);
    EXPECT_NEAR(p->x, 0, 1e-6);
    EXPECT_NEAR(p->y, meridian_arc(lat, lat + 1), 1e-3);
    EXPECT_GT(p->y, 110'570);
    EXPECT_LT(p->y, 111'700);
  }
}

TEST(Projection, EastIsTheParallelNearTheOrigin) {
  for (const double lat : {0.0, 37.0, -60.0}) {
    const auto p = LocalProjection({lat, 10}).to_map(lat, 10.1);
    ASSERT_TRUE(p);
    EXPECT_NEAR(p->x / (normal_radius(lat) * std::cos(lat * degree) * 0.1 * degree), 1, 1e-5);
    EXPECT_GE(p->y * lat, 0) << "the parallel curves towards the pole";
  }
}

TEST(Projection, Symmetric) {
  const LocalProjection map({37, 140});
  const auto east = map.to_map(37.5, 141), west = map.to_map(37.5, 139);
  ASSERT_TRUE(east && west);
  EXPECT_NEAR(east->x, -west->x, 1e-6);
  EXPECT_NEAR(east->y, west->y, 1e-6);
  const LocalProjection south({-37, 140});
  EXPECT_NEAR(south.to_map(-37.5, 141)->y, -east->y, 1e-6);
  EXPECT_NEAR(south.to_map(-37.5, 141)->x, east->x, 1e-6);
}

TEST(Projection, LongitudesMayGoRoundTheEarth) {
  const auto p = LocalProjection({10, 179.5}).to_map(10, -179.5), q = LocalProjection({10, 179.5}).to_map(10, 180.5);
  ASSERT_TRUE(p && q);
  EXPECT_NEAR(p->x, q->x, 1e-6);
  EXPECT_GT(p->x, 100'000);
}

TEST(Projection, ThereAndBack) {
  const LocalProjection map({-12.5, -70});
  for (const double x : {-300'000.0, -1.0, 250'000.0})
    for (const double y : {-400'000.0, 0.0, 333'333.0}) {
      const auto g = map.to_geographic({x, y});
      ASSERT_TRUE(g);
      const auto p = map.to_map(g->latitude, g->longitude);
      ASSERT_TRUE(p);
      EXPECT_NEAR(p->x, x, 1e-5);
      EXPECT_NEAR(p->y, y, 1e-5);
    }
}

}  // namespace
}  // namespace unda::scenario::test::projection_test
