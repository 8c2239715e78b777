// The cells of an element fill it, without gaps and overlaps.
#include "dg/element_points.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mesh/geometry.hpp"

namespace unda::dg::element_points_test {
namespace {

TEST(ElementPoints, CellsFillTheElement) {
  const int parts[] = {0, 0, 1, 2, 2, 3, 3, 3, 3};
  for (int order = 2; order <= 8; ++order) {
    const int n = parts[order];
    const ElementPoints shown(order);
    EXPECT_EQ(shown.points().size(), static_cast<std::size_t>((n + 1) * (n + 2) * (n + 3) / 6)) << order;
    EXPECT_EQ(shown.cells().size(), static_cast<std::size_t>(n * n * n)) << order;
    double volume = 0;
    for (const auto& cell : shown.cells()) {
      const auto p = [&](int c) { return shown.points()[static_cast<std::size_t>(cell[static_cast<std::size_t>(c)])]; };
      const double own = std::abs(dot(p(1) - p(0), mesh::cross(p(2) - p(0), p(3) - p(0)))) / 6;
      EXPECT_NEAR(own, 1.0 / (6 * n * n * n), 1e-12) << order;
      volume += own;
    }
    EXPECT_NEAR(volume, 1.0 / 6, 1e-12) << order;
  }
}

TEST(ElementPoints, CornersComeFirst) {
  const ElementPoints shown(5);
  EXPECT_EQ(norm(shown.points()[0]), 0);
  for (std::size_t a = 0; a < 3; ++a) EXPECT_EQ(shown.points()[a + 1][a], 1);
}

}  // namespace
}  // namespace unda::dg::element_points_test
